import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { RunApexTestsDialog } from '../job-submission/dialogs.tsx'
import { type RunApexTestsForm, newTestRun } from '../job-submission/run-apex-tests-form.ts'
import { useStack } from '../current-stack/stack-context.tsx'

/** Runs Apex tests in the chosen environments. */
export function TestEnvironments({ environmentIds }: { environmentIds: readonly string[] }) {
  const { isInitialized } = useStack()
  const [initial, setInitial] = useState<RunApexTestsForm | null>(null)
  return (
    <>
      <Button
        disabledReason={isInitialized ? null : 'The stack is not initialized.'}
        onClick={() => setInitial(newTestRun(environmentIds))}
      >
        Test
      </Button>
      <RunApexTestsDialog isOpen={initial !== null} onClose={() => setInitial(null)} initial={initial} />
    </>
  )
}
