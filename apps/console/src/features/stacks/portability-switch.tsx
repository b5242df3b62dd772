import type { Stack } from '@sluice/contract/stack'
import { saveErrorMessage } from '../../platform/api/problem.ts'
import { Explain } from '../../platform/ui/explain.tsx'
import { Switch } from '../../platform/ui/switch.tsx'
import { useState } from 'react'
import { useChangeStack } from './use-change-stack.ts'

/** Saves as soon as it is toggled. */
export function PortabilitySwitch({
  stack,
  disabledReason,
}: {
  stack: Stack
  disabledReason: string | null
}) {
  const change = useChangeStack(stack)
  const [error, setError] = useState<string | null>(null)
  const save = (isPortable: boolean) => {
    setError(null)
    change({ ensureMetadataIsPortable: isPortable }).catch((failure: unknown) =>
      setError(saveErrorMessage(failure, { property: 'portability', entity: 'stack' })),
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Switch
        aria-label="Ensure metadata is portable"
        title={disabledReason ?? undefined}
        checked={stack.ensureMetadataIsPortable}
        disabled={disabledReason !== null}
        onCheckedChange={save}
      />
      <Explain label="portable metadata">
        Leaves out values that hold only in one org, so that the same files deploy to every environment.
      </Explain>
      {error ? (
        <span role="alert" className="text-12 text-red-text w-full font-medium">
          {error}
        </span>
      ) : null}
    </span>
  )
}
