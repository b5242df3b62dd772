import { type Invitation, isExpired } from '@sluice/contract/invitation'
import { useNowBySecond } from '../../platform/format/clock.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { LinkButton } from './invitation-link-dialog.tsx'

/** Who sent an invitation; somebody who never was a member of the workspace is unknown here. */
export const senderOf = ({ createdByMember: member }: Invitation): string =>
  member ? `${member.userFirstName} ${member.userLastName}` : 'Unknown user'

export const invitationColumns: readonly Column<Invitation>[] = [
  {
    id: 'recipient',
    label: 'Recipient',
    width: 'auto',
    isLocked: true,
    cell: ({ sendToEmailAddress }) => (
      <span className="text-fg font-medium wrap-anywhere">{sendToEmailAddress}</span>
    ),
  },
  { id: 'role', label: 'Role', width: '8rem', cell: ({ accessLevel }) => accessLevel },
  { id: 'status', label: 'Status', width: '7rem', cell: (invitation) => <Status invitation={invitation} /> },
  {
    id: 'validUntil',
    label: 'Expires',
    width: '8rem',
    cell: ({ validUntilUtc }) => <Timestamp moment={validUntilUtc} />,
  },
  {
    id: 'sender',
    label: 'Invited by',
    width: '10rem',
    cell: (invitation) => <span className="truncate">{senderOf(invitation)}</span>,
  },
  {
    id: 'created',
    label: 'Created',
    width: '8rem',
    cell: ({ createdUtc }) => <Timestamp moment={createdUtc} />,
  },
  { id: 'link', label: 'Link', width: '7rem', cell: (invitation) => <LinkButton invitation={invitation} /> },
]

/** Turns by itself when the invitation expires. */
function Status({ invitation }: { invitation: Invitation }) {
  const now = useNowBySecond()
  return isExpired(invitation, new Date(now)) ? (
    <ToneChip tone="amber">Expired</ToneChip>
  ) : (
    <ToneChip tone="green">Active</ToneChip>
  )
}
