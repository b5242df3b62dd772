import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { type DeleteEnvironmentsForm, newDeletion } from '../job-submission/delete-environments-form.ts'
import { DeleteEnvironmentsDialog } from '../job-submission/dialogs.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'

/** Deletes the chosen sandbox environments; the production environment cannot be deleted and is not taken along. */
export function DeleteEnvironments({ environmentIds }: { environmentIds: readonly string[] }) {
  const { isInitialized } = useStack()
  const sandboxes = useStackEnvironments().filter((environment) => !environment.isProduction)
  const [initial, setInitial] = useState<DeleteEnvironmentsForm | null>(null)
  const chosen = sandboxes.map(({ id }) => id).filter((id) => environmentIds.includes(id))
  return (
    <>
      <Button
        disabledReason={whyNot({ isInitialized, hasSandbox: sandboxes.length > 0 })}
        onClick={() => setInitial(newDeletion(chosen))}
      >
        Delete
      </Button>
      <DeleteEnvironmentsDialog
        isOpen={initial !== null}
        onClose={() => setInitial(null)}
        initial={initial}
      />
    </>
  )
}

function whyNot({ isInitialized, hasSandbox }: { isInitialized: boolean; hasSandbox: boolean }) {
  if (!isInitialized) return 'The stack is not initialized.'
  return hasSandbox ? null : 'There are no sandbox environments in this stack.'
}
