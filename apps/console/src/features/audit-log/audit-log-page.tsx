import { type AuditAction, auditLabel } from '@sluice/contract/audit-events'
import type { AuditVerification } from '@sluice/contract/audit-log'
import { useInfiniteQuery, useMutation, infiniteQueryOptions } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { MoreRows } from '../repository/more-rows.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { type AuditSearch, auditQueryOf } from './audit-search.ts'
import type { AuditSource } from './audit-source.ts'

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

const lastId = (lines: string): string | undefined => {
  const last = lines.trimEnd().split('\n').at(-1)
  if (last === undefined || last === '') return undefined
  const { id }: { id?: unknown } = JSON.parse(last)
  return typeof id === 'string' ? id : undefined
}

/** Fetches the whole log part by part, oldest first. */
async function readAll(source: AuditSource, onRead: (lines: number) => void): Promise<string[]> {
  const parts: string[] = []
  let count = 0
  for (let after: string | undefined; ;) {
    const part = await source.lines(after)
    const last = lastId(part)
    if (last === undefined) return parts
    parts.push(part)
    count += part.trimEnd().split('\n').length
    onRead(count)
    after = last
  }
}

/** Saves the whole log as a file of JSON lines. */
function useExport(source: AuditSource) {
  const [read, setRead] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      setRead(0)
      save(await readAll(source, setRead), `${source.fileName}.jsonl`)
    },
  })
  const button = (
    <Button disabled={isPending} onClick={() => mutate()}>
      <Download aria-hidden /> {isPending ? `Exporting ${formatNumber(read)} events` : 'Export'}
    </Button>
  )
  return { button, error }
}

function save(parts: string[], name: string) {
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/x-ndjson' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

const faults = {
  EventChanged: 'was changed after it was recorded',
  EventMissing: 'was removed',
} as const

const faultText = ({ sequence, kind }: NonNullable<AuditVerification['firstFault']>): string =>
  kind === 'LinkMissing'
    ? 'An event has lost its place in the log.'
    : `Event ${sequence ?? ''} or one before it ${faults[kind]}.`

/** What a check of the log has found. */
function VerificationNotice({ result }: { result: AuditVerification }) {
  const { isIntact, eventCount, lastHash, firstFault } = result
  if (!isIntact)
    return (
      <Notice kind="error" title="The audit log is not as it was recorded" className="mb-3">
        {firstFault ? <p className="text-fg-2">{faultText(firstFault)}</p> : null}
      </Notice>
    )
  return (
    <Notice kind="info" title={`The audit log is intact: ${plural(eventCount, 'event')}`} className="mb-3">
      <p className="text-fg-2">
        No event was changed or removed. Keep the fingerprint of the newest event to prove later that none was
        cut off at the end.
      </p>
      {lastHash === null ? null : (
        <CopyText text={lastHash} label="fingerprint" className="mt-1 max-w-full" />
      )}
    </Notice>
  )
}

/** The events of a log, newest first; asked for anew at each visit. */
const auditEventsQuery = (source: AuditSource, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', source.key, search],
    queryFn: ({ pageParam, signal }) =>
      source.list(
        { ...auditQueryOf(search, Date.now()), ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextBefore }) => nextBefore,
    staleTime: 0,
  })
