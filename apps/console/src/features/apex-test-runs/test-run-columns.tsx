import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import { Link } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { formatDuration } from '../../platform/format/duration.ts'
import { formatNumber } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column, RowGroup } from '../../platform/tables/column.ts'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useJobTitle } from '../jobs/use-job-title.ts'
import { TestRunLink, useTestRunTitle } from './test-run-link.tsx'
import { TestRunStatusText } from './test-run-status.tsx'

export const hiddenAtFirst = ['job', 'id']

const count = (id: string, label: string, of: (run: ApexTestRun) => number): Column<ApexTestRun> => ({
  id,
  label,
  width: '6rem',
  cell: (run) => <span className="tabular-nums">{formatNumber(of(run))}</span>,
})

export const testRunColumns: readonly Column<ApexTestRun>[] = [
  { id: 'title', label: 'Title', width: 'auto', isLocked: true, cell: (run) => <TitleLink run={run} /> },
  { id: 'outcome', label: 'Outcome', width: '8rem', cell: (run) => <TestRunStatusText run={run} /> },
  {
    id: 'environment',
    label: 'Environment',
    width: '9rem',
    cell: (run) => <EnvironmentName id={run.environmentId} />,
  },
  count('enqueued', 'Enqueued', (run) => run.methodsEnqueued),
  count('passed', 'Passed', (run) => run.methodsPassed),
  count('skipped', 'Skipped', (run) => run.methodsSkipped),
  count('failed', 'Failed', (run) => run.methodsFailed),
  { id: 'started', label: 'Started', width: '9rem', cell: (run) => <Timestamp moment={run.startedUtc} /> },
  {
    id: 'duration',
    label: 'Duration',
    width: '7rem',
    cell: (run) => (run.duration === null ? '—' : formatDuration(run.duration)),
  },
  { id: 'job', label: 'Job', width: '12rem', cell: (run) => <JobOfRunLink jobId={run.jobId} /> },
  {
    id: 'id',
    label: 'ID',
    width: '20rem',
    cell: (run) => <code className="text-12 font-mono">{run.id}</code>,
  },
]

function TitleLink({ run }: { run: ApexTestRun }) {
  const titleOf = useTestRunTitle()
  return (
    <TestRunLink apexTestRunId={run.id} className="text-fg hover:text-accent-fg font-medium hover:underline">
      {titleOf(run)}
    </TestRunLink>
  )
}

export function JobOfRunLink({ jobId }: { jobId: string }) {
  const params = useStackParams()
  const titleOf = useJobTitle()
  const job = useEntity(entities.jobs, jobId)
  return (
    <Link to={`${stackPath}/jobs/$jobId`} params={{ ...params, jobId }} className={linkClasses}>
      {job ? titleOf(job) : 'Job'}
    </Link>
  )
}

function EnvironmentName({ id }: { id: string }) {
  return <span>{useEntity(entities.environments, id)?.name ?? 'Deleted'}</span>
}

const groupOf = (run: ApexTestRun): 'Queued' | 'Running' | 'Ended' => {
  if (run.statusIsFinal) return 'Ended'
  return run.status === 'Processing' ? 'Running' : 'Queued'
}

/** Runs under the headings of their status; groups without runs are left out. */
export const groupTestRuns = (runs: readonly ApexTestRun[]): RowGroup<ApexTestRun>[] =>
  (['Queued', 'Running', 'Ended'] as const)
    .map((title) => ({ title, rows: runs.filter((run) => groupOf(run) === title) }))
    .filter((group) => group.rows.length > 0)

/** Newest first; runs of one moment keep a fixed order. */
export const newestRunFirst = (a: ApexTestRun, b: ApexTestRun): number =>
  b.createdUtc.localeCompare(a.createdUtc) || b.id.localeCompare(a.id)
