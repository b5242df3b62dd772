import type { ReactNode } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field, Input } from '../../ui/field.tsx'

interface NumberFieldProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>
  name: FieldPathByValue<V, number | null | undefined>
  label: ReactNode
  hint?: ReactNode
  min: number
  step?: number
}

/** An emptied field holds null, which the schema may accept or refuse. */
export function NumberField<V extends FieldValues, T>(props: NumberFieldProps<V, T>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control: props.control, name: props.name })
  return (
    <Field name={props.name} label={props.label} hint={props.hint} error={fieldState.error?.message}>
      <Input
        type="number"
        inputMode="numeric"
        min={props.min}
        step={props.step ?? 1}
        ref={ref}
        value={value ?? ''}
        onChange={(event) => {
          const number = event.currentTarget.valueAsNumber
          onChange(Number.isNaN(number) ? null : number)
        }}
        onBlur={onBlur}
      />
    </Field>
  )
}
