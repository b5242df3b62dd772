import type { Member } from '@sluice/contract/member'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { nameOf } from './member-rules.ts'

interface MakeOwnerDialogProps {
  isOpen: boolean
  members: readonly Member[]
  onClose: () => void
  onDone: () => void
}

export function MakeOwnerDialog({ isOpen, members, onClose, onDone }: MakeOwnerDialogProps) {
  const client = useClient()
  const { id: workspaceId, name } = useWorkspace()
  const [member] = members
  const give = useMutation({
    mutationFn: async ({ userId: ownerUserId }: Member) =>
      client.workspaces.update({ params: { workspaceId }, body: { ownerUserId } }),
    onSuccess: onDone,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        give.reset()
        onClose()
      }}
      title="Make owner"
      action="Make owner"
      isPending={give.isPending}
      problem={
        <ErrorPanel
          heading="There was a problem changing the owner of the workspace"
          error={give.error}
          overrides={{ patchPropertyInvalid: 'This person is not a member any more, or already the owner.' }}
        />
      }
      onConfirm={() => {
        if (member) give.mutate(member)
      }}
    >
      <p>
        <strong className="text-fg font-semibold">{member ? nameOf(member) : ''}</strong> becomes the owner of{' '}
        <strong className="text-fg font-semibold">{name}</strong> and an administrator. The former owner stays
        a member with the same role, but can no longer choose the owner or delete the workspace.
      </p>
    </ConfirmDialog>
  )
}
