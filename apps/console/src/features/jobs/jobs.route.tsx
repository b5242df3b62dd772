import type { JobWithNotices } from '@sluice/contract/job'
import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { useNowByHalfMinute } from '../../platform/format/clock.ts'
import { plural } from '../../platform/format/plural.ts'
import { visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { FilterChips } from '../../platform/tables/filter-chips.tsx'
import { type ListFilter, listSearch, noFilter } from '../../platform/tables/list-filter.ts'
import { useTablePreferences } from '../../platform/tables/preferences.ts'
import type { RowActions } from '../../platform/tables/row-actions.ts'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, OnlyMine, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { useListFilter } from '../../platform/tables/use-list-filter.ts'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { CancelJobsDialog } from './cancel-jobs-dialog.tsx'
import { FoldingContext, useFoldedJobs } from './folded-jobs.tsx'
import { whyNotCancel, whyNotRerun } from './job-actions.ts'
import { groupJobs, hiddenAtFirst, jobColumns } from './job-columns.tsx'
import { filterableTypes, newestFirst, shownJobs } from './job-filter.ts'
import { RerunDialogs } from './rerun-dialogs.tsx'
import { useJobTitle } from './use-job-title.ts'
import { limits } from '@sluice/contract/limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { useSettled } from '../../platform/ui/use-settled.ts'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { type JobSearch, jobListQuery } from './job.query.ts'

/** The types that the list can be narrowed to, by their values. */
const jobTypeLabels: Record<string, string> = Object.fromEntries(
  filterableTypes.map((type) => [type, jobCommandLabels[type]]),
)
const allTypes = 'all'
const jobTypeItems: Record<string, string> = { [allTypes]: 'All types', ...jobTypeLabels }

const JobTypeFilter = ({ value, onChange }: { value: string; onChange: (type: string) => void }) => (
  <Select<string>
    aria-label="Job type"
    className="w-44 max-sm:w-full"
    items={jobTypeItems}
    value={value in jobTypeItems ? value : allTypes}
    onValueChange={(type) => onChange(type === allTypes ? '' : type)}
  />
)

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/jobs')({
  validateSearch: listSearch,
  component: JobsPage,
  staticData: { title: 'Jobs' },
})

const labels = { types: jobTypeLabels }

function JobsPage() {
  const [preferences, remember] = useTablePreferences('jobs', { hiddenColumns: hiddenAtFirst })
  const [filter, change] = useListFilter({ preferences, remember }, labels)
  const titleOf = useJobTitle()
  const pushed = useStackJobs()
  const older = useOlderJobs(filter)
  const shown = useShownJobs(pushed, filter, older.jobs)
  const now = useNowByHalfMinute()
  const { rows, folding } = useFoldedJobs(shown)
  const selection = useSelection(rows)
  const rowActions = useRowActions()
  const selected = rows.filter((job) => selection.has(job.id))
  return (
    <>
      <PageHeader title="Jobs" actions={<ActivityLink />} />
      <TableToolbar
        label="Job actions"
        actions={<SelectedJobsActions jobs={selected} onDone={selection.clear} />}
      >
        <OnlyMine value={filter.onlyMine} onChange={(onlyMine) => change({ onlyMine })} />
        <JobTypeFilter value={filter.choice} onChange={(choice) => change({ choice })} />
        <FilterBox label="Filter jobs" value={filter.filter} onChange={(text) => change({ filter: text })} />
        <ColumnChooser
          columns={jobColumns}
          hidden={preferences.hiddenColumns}
          onChange={(hiddenColumns) => remember({ hiddenColumns })}
        />
      </TableToolbar>
      <FilterChips filter={filter} labels={labels} onChange={change} />
      <FoldingContext value={folding}>
        <DataTable
          footer={
            <TableFooter
              shown={shown.length}
              total={older.total ?? pushed.length}
              selected={selection.ids.length}
            >
              {older.more}
            </TableFooter>
          }
          label="Jobs"
          columns={visibleColumns(jobColumns, preferences.hiddenColumns)}
          groups={groupJobs(rows, now)}
          rowName={titleOf}
          selection={selection}
          rowActions={rowActions}
          isTwoLine
          empty={
            <NoJobs isEmpty={pushed.length === 0 && older.total === null} onClear={() => change(noFilter)} />
          }
        />
      </FoldingContext>
    </>
  )
}

function ActivityLink() {
  return (
    <Link to={`${stackPath}/stream`} params={useStackParams()} className={linkClasses}>
      Activity
    </Link>
  )
}

const NoJobs = ({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) =>
  isEmpty ? (
    <EmptyState title="No jobs exist in this stack">
      A flow in brings changes of an org to Git, a flow out brings changes of Git to an org. Start one from
      the environments.
    </EmptyState>
  ) : (
    <EmptyState
      title="No jobs match your filter criteria"
      action={<Button onClick={onClear}>Clear filter</Button>}
    />
  )

/** The jobs that fit the filter: those of the pushed ones, which are always up to date, and those that the server found. */
function useShownJobs(
  pushed: readonly JobWithNotices[],
  { filter, choice, onlyMine }: ListFilter,
  found: readonly JobWithNotices[],
) {
  const user = useUser()
  const titleOf = useJobTitle()
  const createdByUserId = onlyMine ? (user?.id ?? null) : null
  return useMemo(() => {
    const fitting = shownJobs(pushed, { text: filter, type: choice, createdByUserId, titleOf })
    const known = new Set(pushed.map(({ id }) => id))
    const fittingIds = new Set(fitting.map(({ id }) => id))
    const also = found.filter(({ id }) => !known.has(id) || !fittingIds.has(id))
    const pushedNow = new Map(pushed.map((job) => [job.id, job]))
    return [...fitting, ...also.map((job) => pushedNow.get(job.id) ?? job)].toSorted(newestFirst)
  }, [pushed, found, filter, choice, createdByUserId, titleOf])
}

/** A click anywhere on a row opens its job. */
function useRowActions(): RowActions<JobWithNotices> {
  const router = useRouter()
  const { workspaceSlug, stackSlug } = Route.useParams()
  return useMemo(
    () => ({
      open: ({ id: jobId }) =>
        void router.navigate({ to: `${stackPath}/jobs/$jobId`, params: { workspaceSlug, stackSlug, jobId } }),
      letters: {},
    }),
    [router, workspaceSlug, stackSlug],
  )
}

function useStackJobs(): readonly JobWithNotices[] {
  const { id } = useStack()
  const select = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) =>
      [...rows.values()].filter((job) => job.stackId === id).toSorted(newestFirst),
    [id],
  )
  return useDerived(entities.jobs, select)
}

const firstReason = (reasons: (string | null)[]): string | null =>
  reasons.find((reason) => reason !== null) ?? null

/** What can be done with the chosen jobs; the first reason against it closes a button. */
function SelectedJobsActions({ jobs, onDone }: { jobs: readonly JobWithNotices[]; onDone: () => void }) {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()
  const [isCancelling, setCancelling] = useState(false)
  const [rerun, setRerun] = useState<readonly JobWithNotices[]>([])
  const rerunReason = firstReason(jobs.map((job) => whyNotRerun(job, isInitialized)))
  const cancelReason = firstReason(jobs.map((job) => whyNotCancel(job) ?? notAllowed('cancelJob', job)))
  return (
    <>
      <Button disabled={jobs.length === 0} disabledReason={rerunReason} onClick={() => setRerun(jobs)}>
        Rerun
      </Button>
      <Button disabled={jobs.length === 0} disabledReason={cancelReason} onClick={() => setCancelling(true)}>
        {jobs.length > 1 ? `Cancel ${plural(jobs.length, 'job')}` : 'Cancel'}
      </Button>
      <CancelJobsDialog
        isOpen={isCancelling}
        jobs={jobs}
        onClose={() => setCancelling(false)}
        onDone={() => {
          setCancelling(false)
          onDone()
        }}
      />
      <RerunDialogs jobs={rerun} onClose={() => setRerun([])} />
    </>
  )
}

const noJobs: readonly JobWithNotices[] = []

/** What the server finds beyond the pushed jobs. It is asked only when it may have more jobs than it has pushed. */
function useOlderJobs({ filter, choice, onlyMine }: ListFilter) {
  const client = useClient()
  const { workspaceId, id: stackId } = useStack()
  const user = useUser()
  const pushedToAll = useDerived(entities.jobs, sizeOf)
  const text = useSettled(filter.trim(), searchDelayMs)
  const search: JobSearch = {
    ...(isFilterable(choice) && { commandName: choice }),
    ...(onlyMine && user && { createdByUserId: user.id }),
    ...(text !== '' && { text }),
  }
  const query = useInfiniteQuery({
    ...jobListQuery(client, { workspaceId, stackId }, search),
    enabled: pushedToAll >= limits.pushedJobs,
  })
  const jobs = useMemo(() => query.data?.pages.flatMap((page) => page.jobs) ?? noJobs, [query.data])
  const more =
    query.hasNextPage || query.error ? (
      <div className="flex flex-col items-end gap-2">
        <Button size="sm" isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older jobs
        </Button>
        <ErrorPanel heading="There was a problem loading older jobs" error={query.error} />
      </div>
    ) : null
  return { jobs, more, total: query.data?.pages[0]?.total ?? null }
}

const searchDelayMs = 250
const sizeOf = (rows: ReadonlyMap<string, unknown>) => rows.size
const isFilterable = (choice: string): choice is (typeof filterableTypes)[number] =>
  filterableTypes.some((type) => type === choice)
