import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Field, Input } from '../../ui/field.tsx'

interface PasswordFieldProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>
  name: FieldPathByValue<V, string | null | undefined>
  label: string
  hint?: ReactNode
  autoComplete: 'current-password' | 'new-password' | 'off'
}

export function PasswordField<V extends FieldValues, T>(props: PasswordFieldProps<V, T>) {
  const [isShown, setShown] = useState(false)
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control: props.control, name: props.name })
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field name={props.name} label={props.label} hint={props.hint} error={fieldState.error?.message}>
      <div className="relative">
        <Input
          type={isShown ? 'text' : 'password'}
          autoComplete={props.autoComplete}
          className="pr-9"
          ref={ref}
          value={value ?? ''}
          onChange={onChange}
          onBlur={onBlur}
        />
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          className="text-fg-3 hover:bg-hover hover:text-fg absolute top-1 right-1 grid size-6 place-items-center rounded-sm"
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden className="size-4" />
        </button>
      </div>
    </Field>
  )
}
