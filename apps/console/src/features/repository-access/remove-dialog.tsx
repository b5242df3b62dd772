import type { RepositoryCollaborator } from '@sluice/contract/repository-collaborator'
import type { Stack } from '@sluice/contract/stack'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { collaboratorsQuery } from './collaborators.query.ts'

interface RemoveDialogProps {
  /** Whose access is taken away; null while the dialog is closed. */
  collaborator: RepositoryCollaborator | null
  onClose: () => void
  stack: Stack
}

export function RemoveDialog({ collaborator, onClose, stack }: RemoveDialogProps) {
  const client = useClient()
  const queries = useQueryClient()
  const { workspaceId, id: stackId } = stack
  const username = collaborator?.username ?? ''
  const remove = useMutation({
    mutationFn: () => client.stacks.removeCollaborator({ params: { workspaceId, stackId, username } }),
    onSuccess: async () => {
      await queries.invalidateQueries(collaboratorsQuery(client, stack))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen={collaborator !== null}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title="Remove repository access"
      action="Remove"
      isPending={remove.isPending}
      problem={<ErrorPanel heading="There was a problem removing repository access" error={remove.error} />}
      onConfirm={() => remove.mutate()}
    >
      <strong className="text-fg font-semibold wrap-anywhere">{username}</strong> can no longer fetch from the
      repository or push to it. Clones that exist already stay where they are.
    </ConfirmDialog>
  )
}
