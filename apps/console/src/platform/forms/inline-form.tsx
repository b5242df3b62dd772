import type { ReactNode, SubmitEventHandler } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'

interface InlineFormProps {
  label: string
  isPending: boolean
  error: Error | null
  problemHeading: string
  /** Nothing can be saved yet. */
  isSaveDisabled?: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
  onCancel: () => void
  children: ReactNode
}

/** Several values that are edited together where they stand, with Save and Cancel. */
export function InlineForm(props: InlineFormProps) {
  const { label, isPending, isSaveDisabled = false, onCancel, children } = props
  return (
    <form
      noValidate
      aria-label={label}
      className="flex max-w-160 flex-col gap-4 p-4"
      onSubmit={props.onSubmit}
    >
      {children}
      <ErrorPanel heading={props.problemHeading} error={props.error} />
      <div className="flex gap-2">
        <Button intent="primary" type="submit" isPending={isPending} disabled={isSaveDisabled}>
          Save
        </Button>
        <Button disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
