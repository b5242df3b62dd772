import type { ReactNode } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { InlineField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'

interface SwitchFieldProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>
  name: FieldPathByValue<V, boolean | undefined>
  label: ReactNode
  hint?: ReactNode
}

export function SwitchField<V extends FieldValues, T>(props: SwitchFieldProps<V, T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control: props.control, name: props.name })
  return (
    <InlineField name={props.name} label={props.label} hint={props.hint} error={fieldState.error?.message}>
      <Switch ref={ref} checked={value ?? false} onCheckedChange={onChange} onBlur={onBlur} />
    </InlineField>
  )
}
