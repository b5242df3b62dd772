import type { ReactNode } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'

interface ConnectFormProps {
  /** Names the group of fields. */
  label: string
  isPending: boolean
  error: Error | null
  onConnect: () => void
  children: ReactNode
}

export const connectionProblem = 'There was a problem connecting to your Salesforce org'

/**
 * Fields and the button that tries them. It stands inside the form of a wizard's step, so it is no form itself: Enter in
 * a field connects instead of going on.
 */
export function ConnectForm({ label, isPending, error, onConnect, children }: ConnectFormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handler receives the Enter key of the inputs inside
    <fieldset
      aria-label={label}
      className="flex flex-col gap-4"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        onConnect()
      }}
    >
      {children}
      <ErrorPanel heading={connectionProblem} error={error} />
      <Button intent="primary" size="lg" isPending={isPending} onClick={onConnect}>
        Connect
      </Button>
    </fieldset>
  )
}
