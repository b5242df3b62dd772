import type { ReactNode } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

interface SelectFieldProps<V extends FieldValues, T, U extends string> {
  control: Control<V, unknown, T>
  name: FieldPathByValue<V, U>
  label: ReactNode
  hint?: ReactNode
  /** One label for each value that the field may have. */
  items: Readonly<Record<U, string>>
  disabled?: boolean
}

export function SelectField<V extends FieldValues, T, U extends string>(props: SelectFieldProps<V, T, U>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  return (
    <Field name={props.name} label={props.label} hint={props.hint} error={fieldState.error?.message}>
      <Select<string>
        items={props.items}
        value={field.value}
        onValueChange={field.onChange}
        triggerRef={field.ref}
        disabled={props.disabled}
      />
    </Field>
  )
}
