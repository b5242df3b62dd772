import type { ReactNode } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field, Input, Textarea } from '../../ui/field.tsx'

interface TextFieldProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>
  name: FieldPathByValue<V, string | null | undefined>
  label: ReactNode
  hint?: ReactNode
  type?: 'text' | 'email' | 'tel' | 'url' | 'password'
  autoComplete?: string
  placeholder?: string
  disabled?: boolean
  /** Shows a text area of this many rows. */
  rows?: number
  isMono?: boolean
}

export function TextField<V extends FieldValues, T>(props: TextFieldProps<V, T>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  const shared = {
    ref: field.ref,
    value: field.value ?? '',
    onChange: field.onChange,
    onBlur: field.onBlur,
    disabled: props.disabled ?? false,
    spellCheck: false,
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    ...(props.isMono ? { className: 'font-mono text-12' } : {}),
  }
  return (
    <Field name={props.name} label={props.label} hint={props.hint} error={fieldState.error?.message}>
      {props.rows ? (
        <Textarea rows={props.rows} {...shared} />
      ) : (
        <Input
          type={props.type ?? 'text'}
          {...(props.autoComplete ? { autoComplete: props.autoComplete } : {})}
          {...shared}
        />
      )}
    </Field>
  )
}
