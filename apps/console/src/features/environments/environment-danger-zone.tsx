import { type Environment, environmentDeletionProblem } from '@sluice/contract/environment'
import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { type DeleteEnvironmentsForm, newDeletion } from '../job-submission/delete-environments-form.ts'
import { DeleteEnvironmentsDialog } from '../job-submission/dialogs.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'

/** Deletes the open environment, or says why that is not possible. */
export function EnvironmentDangerZone({ environment }: { environment: Environment }) {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()('deleteEnvironment', environment)
  const [initial, setInitial] = useState<DeleteEnvironmentsForm | null>(null)
  const obstacle =
    environmentDeletionProblem(environment) ?? (isInitialized ? null : 'This environment cannot be deleted.')
  return (
    <Card title="Danger zone" tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
        <p className="text-fg-2 min-w-0 flex-1 basis-60">
          {obstacle ??
            'Delete this environment. Its Git branch and its sandbox stay, unless you choose to delete them too.'}
        </p>
        <Button
          intent="danger"
          disabledReason={obstacle ?? notAllowed}
          onClick={() => setInitial(newDeletion([environment.id]))}
        >
          Delete environment
        </Button>
      </div>
      <DeleteEnvironmentsDialog
        isOpen={initial !== null}
        onClose={() => setInitial(null)}
        initial={initial}
      />
    </Card>
  )
}
