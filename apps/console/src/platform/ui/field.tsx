import { Field as Base } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export const controlClasses =
  'h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 placeholder:text-fg-3 data-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-fg-disabled'

interface FieldProps {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  children: ReactNode
}

/** Label, control, hint and message, tied together for assistive technology. */
export function Field({ name, label, hint, error, children }: FieldProps) {
  return (
    <Base.Root name={name} invalid={Boolean(error)} className="flex min-w-0 flex-col gap-1">
      <Base.Label className="font-medium">{label}</Base.Label>
      {children}
      <FieldNotes hint={hint} error={error} />
    </Base.Root>
  )
}

/** A checkbox or switch with its label beside it. */
export function InlineField({ name, label, hint, error, children }: FieldProps) {
  return (
    <Base.Root
      name={name}
      invalid={Boolean(error)}
      className="grid grid-cols-[auto_1fr] content-start gap-x-2.5"
    >
      <div className="flex pt-0.5">{children}</div>
      <Base.Label className="font-medium">{label}</Base.Label>
      <FieldNotes hint={hint} error={error} className="col-start-2" />
    </Base.Root>
  )
}

function FieldNotes({
  hint,
  error,
  className,
}: {
  hint: ReactNode
  error: string | undefined
  className?: string
}) {
  return (
    <>
      {hint ? (
        <Base.Description className={cn('text-12 text-fg-2', className)}>{hint}</Base.Description>
      ) : null}
      {error ? (
        <Base.Error match className={cn('text-12 text-red-text font-medium', className)}>
          {error}
        </Base.Error>
      ) : null}
    </>
  )
}

export function Input({
  className,
  ...props
}: Omit<Base.Control.Props, 'className'> & { className?: string }) {
  return <Base.Control className={cn(controlClasses, className)} {...props} />
}

export function Textarea({ className, ...props }: React.ComponentProps<'textarea'>) {
  return (
    <Base.Control
      render={<textarea className={cn(controlClasses, 'h-auto min-h-20 py-1.5', className)} {...props} />}
    />
  )
}
