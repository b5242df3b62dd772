import type { Account, AccountStatus } from '@sluice/contract/accounts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { toNotFound } from '../../platform/not-found.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { listSearch } from '../../platform/tables/list-filter.ts'
import { FilterBox, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { MoreRows } from '../repository/more-rows.tsx'
import { AccountActions } from './account-actions.tsx'
import { accountsQuery } from './accounts.query.ts'

export const Route = createFileRoute('/_signed-in/_shell/accounts')({
  validateSearch: listSearch,
  beforeLoad: ({ context, location }) => {
    if (context.session.user()?.isGlobalAdministrator !== true) throw redirect(toNotFound(location))
  },
  component: AccountsPage,
  staticData: { title: 'Accounts' },
})

const statusLabels: Readonly<Record<AccountStatus, string>> = {
  Active: 'Active',
  LockedOut: 'Locked',
  Disabled: 'Disabled',
}
const statusItems = { all: 'All accounts', ...statusLabels }
const isStatus = (text: string | undefined): text is AccountStatus =>
  text !== undefined && Object.hasOwn(statusLabels, text)

/** For global administrators: everybody who has an account on this server. */
function AccountsPage() {
  const { filter = '', status: given } = Route.useSearch()
  const status = isStatus(given) ? given : undefined
  const navigate = Route.useNavigate()
  const show = (next: { filter: string; status: AccountStatus | undefined }) =>
    void navigate({
      search: {
        ...(next.filter === '' ? {} : { filter: next.filter }),
        ...(next.status === undefined ? {} : { status: next.status }),
      },
      replace: true,
    })
  return (
    <div className="flex flex-1 flex-col">
      <PageHeader
        title="Accounts"
        meta="Everybody who has an account on this server. What you do here is written to the audit log of the installation."
      />
      <TableToolbar label="Accounts">
        <Select<keyof typeof statusItems>
          aria-label="Status"
          className="w-40 max-sm:w-full"
          items={statusItems}
          value={status ?? 'all'}
          onValueChange={(chosen) => show({ filter, status: chosen === 'all' ? undefined : chosen })}
        />
        <SearchBox
          key={filter === '' ? 'empty' : 'set'}
          value={filter}
          onSearch={(text) => show({ filter: text, status })}
        />
      </TableToolbar>
      <AccountTable
        search={filter.trim()}
        status={status}
        onClear={() => show({ filter: '', status: undefined })}
      />
    </div>
  )
}

const searchAfterMs = 300

/** Searches once typing rests, because each search is a call. */
function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null || typed === value) return undefined
    const timer = setTimeout(() => onSearch(typed), searchAfterMs)
    return () => clearTimeout(timer)
  })
  return <FilterBox label="Search accounts" value={typed ?? value} onChange={setTyped} />
}

interface AccountTableProps {
  search: string
  status: AccountStatus | undefined
  onClear: () => void
}

function AccountTable({ search, status, onClear }: AccountTableProps) {
  const query = useInfiniteQuery(accountsQuery(useClient(), { search, status }))
  const { data, error, isFetching, refetch } = query
  if (data === undefined && error !== null && !isFetching)
    return (
      <ErrorPanel
        heading="There was a problem loading the accounts"
        error={error}
        actions={<Button onClick={() => void refetch()}>Retry</Button>}
      />
    )
  const rows = data?.pages.flatMap(({ accounts }) => accounts) ?? []
  return (
    <DataTable
      label="Accounts"
      columns={columns}
      groups={[{ title: '', rows }]}
      rowName={({ emailAddress }) => emailAddress}
      isLoading={data === undefined}
      cardsBelowRem={66}
      empty={
        <EmptyState
          title="No accounts match your filter criteria"
          action={<Button onClick={onClear}>Clear filter</Button>}
        />
      }
      footer={
        data === undefined ? null : (
          <MoreRows query={query} shown={`Showing ${plural(rows.length, 'account')}`} />
        )
      }
    />
  )
}

const statusTones = { LockedOut: 'amber', Disabled: 'red' } as const

function StatusCell({ status, disabledUtc }: Account) {
  if (status === 'Active') return statusLabels.Active
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <ToneChip tone={statusTones[status]}>{statusLabels[status]}</ToneChip>
      {disabledUtc === null ? null : (
        <span className="text-12 text-fg-3">
          <Timestamp moment={disabledUtc} />
        </span>
      )}
    </span>
  )
}

const columns: readonly Column<Account>[] = [
  {
    id: 'name',
    label: 'Name',
    width: 'auto',
    isLocked: true,
    cell: ({ firstName, lastName, isGlobalAdministrator }) => (
      <span className="text-fg flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span className="wrap-anywhere">{`${firstName} ${lastName}`}</span>
        {isGlobalAdministrator ? <ToneChip tone="neutral">Global administrator</ToneChip> : null}
      </span>
    ),
  },
  {
    id: 'email',
    label: 'Email address',
    width: 'auto',
    cell: ({ emailAddress }) => <span className="wrap-anywhere">{emailAddress}</span>,
  },
  { id: 'status', label: 'Status', width: '12rem', cell: (account) => <StatusCell {...account} /> },
  {
    id: 'lastSignIn',
    label: 'Last sign-in',
    width: '9rem',
    cell: ({ lastSignedInUtc }) =>
      lastSignedInUtc === null ? (
        <span className="text-fg-3">Never</span>
      ) : (
        <Timestamp moment={lastSignedInUtc} />
      ),
  },
  {
    id: 'workspaces',
    label: 'Workspaces',
    width: '7rem',
    cell: ({ workspaceCount }) => <span className="tabular-nums">{workspaceCount}</span>,
  },
  {
    id: 'actions',
    label: 'Actions',
    width: '5rem',
    isLocked: true,
    cell: (account) => <AccountActions account={account} />,
  },
]
