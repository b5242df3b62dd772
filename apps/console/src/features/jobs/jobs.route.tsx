import type { JobWithNotices } from '@sluice/contract/job'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { visibleColumns } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { useTablePreferences } from '../../platform/tables/preferences.ts'
import { useSelection } from '../../platform/tables/selection.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { ColumnChooser, FilterBox, OnlyMine, TableToolbar } from '../../platform/tables/table-toolbar.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useUser } from '../auth/session-context.tsx'
import { useStack } from '../stacks/stack-context.tsx'
import { hiddenAtFirst, jobColumns } from './job-columns.tsx'
import { newestFirst, shownJobs } from './job-filter.ts'
import { groupJobs } from './job-groups.ts'
import { JobTypeFilter } from './job-type-filter.tsx'
import { SelectedJobsActions } from './selected-jobs-actions.tsx'
import { useJobTitle } from './use-job-title.ts'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/jobs')({
  component: JobsPage,
  staticData: { title: 'Jobs' },
})

function JobsPage() {
  const [preferences, change] = useTablePreferences('jobs', { hiddenColumns: hiddenAtFirst })
  const user = useUser()
  const titleOf = useJobTitle()
  const all = useStackJobs()
  const { filter: text, choice: type } = preferences
  const createdByUserId = preferences.onlyMine ? (user?.id ?? null) : null
  const shown = useMemo(
    () => shownJobs(all, { text, type, createdByUserId, titleOf }),
    [all, text, type, createdByUserId, titleOf],
  )
  const selection = useSelection(shown)
  const selected = shown.filter((job) => selection.has(job.id))
  return (
    <>
      <PageHeader title="Jobs" />
      <TableToolbar
        label="Job actions"
        actions={<SelectedJobsActions jobs={selected} onDone={selection.clear} />}
      >
        <OnlyMine value={preferences.onlyMine} onChange={(onlyMine) => change({ onlyMine })} />
        <JobTypeFilter value={type} onChange={(choice) => change({ choice })} />
        <FilterBox label="Filter jobs" value={text} onChange={(filter) => change({ filter })} />
        <ColumnChooser
          columns={jobColumns}
          hidden={preferences.hiddenColumns}
          onChange={(hiddenColumns) => change({ hiddenColumns })}
        />
      </TableToolbar>
      <DataTable
        footer={<TableFooter shown={shown.length} total={all.length} selected={selection.ids.length} />}
        label="Jobs"
        columns={visibleColumns(jobColumns, preferences.hiddenColumns)}
        groups={groupJobs(shown)}
        rowName={titleOf}
        selection={selection}
        empty={
          all.length === 0 ? (
            <EmptyState title="No jobs exist in this stack">
              A flow in brings changes of an org to Git, a flow out brings changes of Git to an org. Start one
              from the environments.
            </EmptyState>
          ) : (
            <EmptyState
              title="No jobs match your filter criteria"
              action={
                <Button onClick={() => change({ filter: '', choice: '', onlyMine: false })}>
                  Clear filter
                </Button>
              }
            />
          )
        }
      />
    </>
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
