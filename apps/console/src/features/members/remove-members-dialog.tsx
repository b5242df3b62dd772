import type { Member } from '@sluice/contract/member'
import { useMutation } from '@tanstack/react-query'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useLeaveWorkspace } from '../workspaces/use-leave-workspace.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { nameOf } from './member-rules.ts'

interface RemoveMembersDialogProps {
  isOpen: boolean
  members: readonly Member[]
  onClose: () => void
  onDone: () => void
}

export function RemoveMembersDialog({ isOpen, members, onClose, onDone }: RemoveMembersDialogProps) {
  const { name } = useWorkspace()
  const user = useUser()
  const remove = useRemove(members, onDone)
  const isMe = (member: Member) => member.userId === user?.id
  const isLeaving = members.length === 1 && members.every(isMe)
  const title = isLeaving ? 'Leave workspace' : members.length === 1 ? 'Remove member' : 'Remove members'
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={title}
      action={members.length === 1 ? title : `Remove ${plural(members.length, 'member')}`}
      isPending={remove.isPending}
      problem={<ErrorPanel heading="There was a problem removing the members" error={remove.error} />}
      onConfirm={() => remove.mutate()}
    >
      {isLeaving ? (
        <p>
          You lose access to <strong className="text-fg font-semibold">{name}</strong> at once. To come back
          you need a new invitation.
        </p>
      ) : (
        <>
          <p>
            They lose access to <strong className="text-fg font-semibold">{name}</strong> at once. To come
            back they need a new invitation. What they have made stays.
          </p>
          <ul className="text-fg list-disc pt-2 pl-5 font-medium">
            {members.map((member) => (
              <li key={member.id}>{isMe(member) ? `${nameOf(member)} (you)` : nameOf(member)}</li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}

/** Whoever removes himself goes last, because he may remove nobody afterwards. */
function useRemove(members: readonly Member[], onDone: () => void) {
  const client = useClient()
  const user = useUser()
  const leave = useLeaveWorkspace()
  const isMe = (member: Member) => member.userId === user?.id
  return useMutation({
    mutationFn: async () => {
      for (const member of members.toSorted((a, b) => Number(isMe(a)) - Number(isMe(b)))) {
        const { id: memberId, workspaceId } = member
        if (entities.members.get(memberId)?.status === 'Removed') continue
        await client.members.remove({ params: { workspaceId, memberId } })
        const known = entities.members.get(memberId)
        if (known) entities.members.apply([{ ...known, status: 'Removed' }])
      }
      if (members.some(isMe)) await leave()
    },
    onSuccess: onDone,
  })
}
