import type { ReactNode } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { InlineField } from '../../ui/field.tsx'

interface CheckboxFieldProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>
  name: FieldPathByValue<V, boolean | undefined>
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

export function CheckboxField<V extends FieldValues, T>(props: CheckboxFieldProps<V, T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control: props.control, name: props.name })
  return (
    <InlineField name={props.name} label={props.label} hint={props.hint} error={fieldState.error?.message}>
      <Checkbox
        ref={ref}
        checked={value ?? false}
        onCheckedChange={onChange}
        onBlur={onBlur}
        disabled={props.disabled ?? false}
      />
    </InlineField>
  )
}
