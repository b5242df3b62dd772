import type { Member } from '@sluice/contract/member'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { onDemand } from '../../platform/ui/on-demand.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useLeaveWorkspace } from '../workspaces/use-leave-workspace.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import {
  firstReason,
  nameOf,
  whyNotChangeAccessLevel,
  whyNotMakeOwner,
  whyNotRemove,
} from './member-rules.ts'

const ChangeAccessLevelDialog = onDemand(
  async () => (await import('./change-access-level-dialog.tsx')).ChangeAccessLevelDialog,
)

interface SelectedMembersActionsProps {
  members: readonly Member[]
  onDone: () => void
}

/** What can be done with the chosen members; the first reason against it closes a button. */
export function SelectedMembersActions({ members, onDone }: SelectedMembersActionsProps) {
  const { ownerUserId } = useWorkspace()
  const notAllowed = useNotAllowed()
  const [open, setOpen] = useState<'remove' | 'owner' | 'accessLevel' | null>(null)
  // The members may lose the selection by a push while a dialog is open.
  const [chosen, setChosen] = useState<readonly Member[]>([])
  const isNone = members.length === 0
  const isLeaving = useIsLeaving(members)
  const removeReason = firstReason(
    members.map(
      (member) =>
        whyNotRemove(member, ownerUserId) ?? notAllowed('removeMember', { createdByUserId: member.userId }),
    ),
  )
  const ownerReason = whyNotMakeOwner(members, ownerUserId) ?? notAllowed('changeWorkspaceOwner')
  const accessLevelReason =
    firstReason(members.map(whyNotChangeAccessLevel)) ?? notAllowed('changeAccessLevel')
  const begin = (dialog: 'remove' | 'owner' | 'accessLevel') => {
    setChosen(members)
    setOpen(dialog)
  }
  const dialog = {
    members: chosen,
    onClose: () => setOpen(null),
    onDone: () => {
      setOpen(null)
      onDone()
    },
  }
  return (
    <>
      <Button disabled={isNone} disabledReason={isNone ? null : removeReason} onClick={() => begin('remove')}>
        {isLeaving ? 'Leave' : 'Remove'}
      </Button>
      <Button disabled={isNone} disabledReason={isNone ? null : ownerReason} onClick={() => begin('owner')}>
        Make owner
      </Button>
      <Button
        disabled={isNone}
        disabledReason={isNone ? null : accessLevelReason}
        onClick={() => begin('accessLevel')}
      >
        Change role
      </Button>
      <RemoveMembersDialog isOpen={open === 'remove'} {...dialog} />
      <MakeOwnerDialog isOpen={open === 'owner'} {...dialog} />
      <ChangeAccessLevelDialog isOpen={open === 'accessLevel'} {...dialog} />
    </>
  )
}

function useIsLeaving([member, ...more]: readonly Member[]): boolean {
  const user = useUser()
  return member !== undefined && more.length === 0 && member.userId === user?.id
}

interface MakeOwnerDialogProps {
  isOpen: boolean
  members: readonly Member[]
  onClose: () => void
  onDone: () => void
}

function MakeOwnerDialog({ isOpen, members, onClose, onDone }: MakeOwnerDialogProps) {
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

interface RemoveMembersDialogProps {
  isOpen: boolean
  members: readonly Member[]
  onClose: () => void
  onDone: () => void
}

function RemoveMembersDialog({ isOpen, members, onClose, onDone }: RemoveMembersDialogProps) {
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
