import type { Member } from '@sluice/contract/member'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { MemberName } from '../workspaces/member-name.tsx'

export const hiddenAtFirst = ['invitedBy']

/** The columns of the members of a workspace with this owner. */
export const memberColumns = (ownerUserId: string | null): readonly Column<Member>[] => [
  {
    id: 'name',
    label: 'Name',
    width: 'auto',
    isLocked: true,
    cell: (member) => (
      <span className="text-fg flex items-center gap-2 font-medium">
        <span className="truncate">{`${member.userFirstName} ${member.userLastName}`}</span>
        {member.userId === ownerUserId ? <ToneChip tone="neutral">Owner</ToneChip> : null}
      </span>
    ),
  },
  {
    id: 'email',
    label: 'Email address',
    width: 'auto',
    cell: (member) => <span className="wrap-anywhere">{member.userEmailAddress}</span>,
  },
  { id: 'role', label: 'Role', width: '9rem', cell: (member) => member.accessLevel },
  { id: 'status', label: 'Status', width: '7rem', cell: (member) => member.status },
  {
    id: 'since',
    label: 'Member since',
    width: '9rem',
    cell: (member) => <Timestamp moment={member.createdUtc} />,
  },
  {
    id: 'invitedBy',
    label: 'Invited by',
    width: '10rem',
    cell: ({ invitedByUserId }) => (invitedByUserId ? <MemberName userId={invitedByUserId} /> : '—'),
  },
]
