import { type Invitation, isExpired } from '@sluice/contract/invitation'
import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { useNowBySecond } from '../../platform/format/clock.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { type Column, visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { FilterChips } from '../../platform/tables/filter-chips.tsx'
import { listSearch, noFilter } from '../../platform/tables/list-filter.ts'
import { useTablePreferences } from '../../platform/tables/preferences.ts'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { useListFilter } from '../../platform/tables/use-list-filter.ts'
import { Button } from '../../platform/ui/button.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { onDemand } from '../../platform/ui/on-demand.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { InvitationLinkDialog, LinkButton } from './invitation-link-dialog.tsx'
import { SelectedInvitationsActions } from './selected-invitations-actions.tsx'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/invitations')({
  validateSearch: listSearch,
  component: InvitationsPage,
  staticData: { title: 'Invitations' },
})

const CreateInvitationDialog = onDemand(
  async () => (await import('./create-invitation-dialog.tsx')).CreateInvitationDialog,
)

const newestFirst = (rows: ReadonlyMap<string, Invitation>) =>
  [...rows.values()].toSorted((a, b) => b.createdUtc.localeCompare(a.createdUtc) || a.id.localeCompare(b.id))

/** The open invitations of the workspace. */
function InvitationsPage() {
  const [preferences, remember] = useTablePreferences('invitations')
  const [filter, change] = useListFilter({ preferences, remember })
  const all = useDerived(entities.invitations, newestFirst)
  const wanted = filter.filter.trim().toLowerCase()
  const rows = all.filter((invitation) =>
    `${invitation.sendToEmailAddress} ${senderOf(invitation)}`.toLowerCase().includes(wanted),
  )
  const selection = useSelection(rows)
  const selected = rows.filter((invitation) => selection.has(invitation.id))
  return (
    <>
      <PageHeader title="Invitations" actions={<CreateInvitation />} />
      <TableToolbar
        label="Invitations"
        actions={<SelectedInvitationsActions invitations={selected} onDone={selection.clear} />}
      >
        <FilterBox
          label="Filter invitations"
          value={filter.filter}
          onChange={(text) => change({ filter: text })}
        />
        <ColumnChooser
          columns={invitationColumns}
          hidden={preferences.hiddenColumns}
          onChange={(hiddenColumns) => remember({ hiddenColumns })}
        />
      </TableToolbar>
      <FilterChips filter={filter} onChange={change} />
      <DataTable
        label="Invitations"
        columns={visibleColumns(invitationColumns, preferences.hiddenColumns)}
        groups={[{ title: '', rows }]}
        rowName={({ sendToEmailAddress }) => sendToEmailAddress}
        selection={selection}
        cardsBelowRem={64}
        empty={<Empty hasAny={all.length > 0} onClear={() => change(noFilter)} />}
        footer={<TableFooter shown={rows.length} total={all.length} selected={selection.ids.length} />}
      />
    </>
  )
}

const Empty = ({ hasAny, onClear }: { hasAny: boolean; onClear: () => void }) =>
  hasAny ? (
    <EmptyState
      title="No invitations match your filter criteria"
      action={<Button onClick={onClear}>Clear filter</Button>}
    />
  ) : (
    <EmptyState title="Nobody is invited at the moment">
      Create an invitation to let somebody join this workspace with a role of your choice.
    </EmptyState>
  )

/** The dialog of a new invitation, and then its link. */
function CreateInvitation() {
  const notAllowed = useNotAllowed()('createInvitation')
  const [isOpen, setOpen] = useState(false)
  const [created, setCreated] = useState<Invitation | null>(null)
  return (
    <>
      <Button intent="primary" disabledReason={notAllowed} onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Create invitation
      </Button>
      <CreateInvitationDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onCreated={(invitation) => {
          setOpen(false)
          setCreated(invitation)
        }}
      />
      {created ? <InvitationLinkDialog invitation={created} onClose={() => setCreated(null)} /> : null}
    </>
  )
}

/** Who sent an invitation; somebody who never was a member of the workspace is unknown here. */
const senderOf = ({ createdByMember: member }: Invitation): string =>
  member ? `${member.userFirstName} ${member.userLastName}` : 'Unknown user'

const invitationColumns: readonly Column<Invitation>[] = [
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
