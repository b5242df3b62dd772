import type { ApexTestRun } from '@sluice/contract/apex-test-run'
import type { RowGroup } from '../../platform/tables/column.ts'

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
