import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'

interface DeleteStacksDialogProps {
  isOpen: boolean
  onClose: () => void
  stacks: readonly Stack[]
  onDeleted?: () => void
}

export function DeleteStacksDialog({ isOpen, onClose, stacks, onDeleted }: DeleteStacksDialogProps) {
  const client = useClient()
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id: stackId, workspaceId } of stacks) {
        await client.stacks.delete({ params: { workspaceId, stackId } })
        entities.stacks.apply([], [stackId])
      }
    },
    onSuccess: () => {
      onClose()
      onDeleted?.()
    },
  })
  const isOne = stacks.length === 1
  const heading = isOne ? 'There was a problem deleting the stack' : 'There was a problem deleting the stacks'
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={isOne ? 'Delete stack' : 'Delete stacks'}
      action={isOne ? 'Delete stack' : `Delete ${plural(stacks.length, 'stack')}`}
      isPending={remove.isPending}
      problem={<ErrorPanel heading={heading} error={remove.error} />}
      onConfirm={() => remove.mutate()}
    >
      <p>
        The production environment, the jobs and the schedules go with it. The Git repository and the orgs
        stay.
      </p>
      <ul className="text-fg list-disc pt-2 pl-5 font-medium">
        {stacks.map((stack) => (
          <li key={stack.id}>{stack.name}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
