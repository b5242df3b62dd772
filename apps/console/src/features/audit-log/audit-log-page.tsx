import type { AuditAction } from '@sluice/contract/audit-events'
import { auditLabel } from '@sluice/contract/audit-events'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { plural } from '../../platform/format/plural.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { MoreRows } from '../repository/more-rows.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { auditEventsQuery } from './audit-log.query.ts'
import type { AuditSearch } from './audit-search.ts'
import type { AuditSource } from './audit-source.ts'
import { useExport } from './export-log.tsx'
import { VerificationNotice } from './verification-notice.tsx'

interface AuditLogPageProps {
  meta: string
  source: AuditSource
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
  actions: readonly AuditAction[]
  people: Readonly<Record<string, string>>
}

/** What was done, newest first, with its filter, its export and its check. */
export function AuditLogPage({ meta, source, ...list }: AuditLogPageProps) {
  const exported = useExport(source)
  const verification = useMutation({ mutationFn: source.verify })
  return (
    <>
      <PageHeader
        title="Audit log"
        meta={meta}
        actions={
          <>
            <Button isPending={verification.isPending} onClick={() => verification.mutate()}>
              <ShieldCheck aria-hidden /> Check integrity
            </Button>
            {exported.button}
          </>
        }
      />
      <ErrorPanel
        heading="There was a problem exporting the audit log"
        error={exported.error}
        className="mb-3"
      />
      <ErrorPanel
        heading="There was a problem checking the audit log"
        error={verification.error}
        className="mb-3"
      />
      {verification.data ? <VerificationNotice result={verification.data} /> : null}
      <TableToolbar label="Audit log">
        <AuditFilter
          search={list.search}
          onChange={list.onSearch}
          actions={list.actions}
          people={list.people}
        />
      </TableToolbar>
      <AuditEvents source={source} search={list.search} onSearch={list.onSearch} />
    </>
  )
}

function AuditEvents({
  source,
  search,
  onSearch,
}: Pick<AuditLogPageProps, 'source' | 'search' | 'onSearch'>) {
  const query = useInfiniteQuery(auditEventsQuery(source, search))
  const { data, error, isFetching, refetch } = query
  if (data === undefined && error !== null && !isFetching)
    return (
      <ErrorPanel
        heading="There was a problem loading the audit log"
        error={error}
        actions={<Button onClick={() => void refetch()}>Retry</Button>}
      />
    )
  const rows = data?.pages.flatMap(({ events }) => events) ?? []
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <DataTable
      label="Audit log"
      columns={auditColumns}
      groups={[{ title: '', rows }]}
      rowName={({ action }) => auditLabel(action)}
      isLoading={data === undefined}
      cardsBelowRem={69}
      empty={<NoEvents isFiltered={isFiltered} onClear={() => onSearch({})} />}
      footer={
        data === undefined ? null : (
          <MoreRows query={query} shown={`Showing ${plural(rows.length, 'event')}`} />
        )
      }
    />
  )
}

const NoEvents = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState
      title="No events match your filter criteria"
      action={<Button onClick={onClear}>Clear filter</Button>}
    />
  ) : (
    <EmptyState title="Nothing has been recorded yet" />
  )
