import type { Member } from '@sluice/contract/member'
import { useState } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { onDemand } from '../../platform/ui/on-demand.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { MakeOwnerDialog } from './make-owner-dialog.tsx'
import { firstReason, whyNotChangeAccessLevel, whyNotMakeOwner, whyNotRemove } from './member-rules.ts'
import { RemoveMembersDialog } from './remove-members-dialog.tsx'

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
