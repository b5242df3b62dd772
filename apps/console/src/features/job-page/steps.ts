import type { Job } from '@sluice/contract/job'
import type { ProgressScope } from '@sluice/contract/progress'
import type { DisplayStatus } from '@sluice/contract/status-scale'

type Life = Pick<Job, 'status' | 'outcome' | 'endedUtc'>

/** Where a step stands. A step that was under way when its job ended stands where the job stands. */
export function stepStatus(
  scope: ProgressScope,
  { job, isWaiting }: { job: Life; isWaiting: boolean },
): DisplayStatus {
  if (scope.status === 'Pending') return 'Pending'
  if (scope.status === 'Disposed') return hasFailures(scope) ? 'Warning' : 'Succeeded'
  if (job.status === 'Ended') return job.outcome ?? 'Unknown'
  return isWaiting ? 'Waiting' : 'Running'
}

const hasFailures = ({ itemsFailed, childScopes }: ProgressScope): boolean =>
  (itemsFailed ?? 0) > 0 || childScopes.some(hasFailures)

/** How long a step took, or has taken until now; null where it is not known. */
export function stepDuration(
  { startedUtc, endedUtc, status }: ProgressScope,
  { job, now }: { job: Life; now: number },
): number | null {
  if (startedUtc === null) return null
  const end = endedUtc ?? (job.status === 'Ended' ? job.endedUtc : null)
  if (end !== null) return Date.parse(end) - Date.parse(startedUtc)
  return status === 'Executing' ? now - Date.parse(startedUtc) : null
}

/** The one step that shows a spinner: the newest of those under way, the deepest of its branch. */
export function currentStep(scopes: readonly ProgressScope[]): ProgressScope | null {
  const last = scopes.findLast(({ status }) => status === 'Executing')
  return last === undefined ? null : (currentStep(last.childScopes) ?? last)
}

/** The part of a step that tells most about it: the one with a total, or the step itself. */
export const tellingPart = (scope: ProgressScope): ProgressScope =>
  scope.childScopes.find(
    ({ itemsTotal, unit, status }) => itemsTotal !== null && unit === 'components' && status === 'Executing',
  ) ??
  scope.childScopes.find(({ itemsTotal, status }) => itemsTotal !== null && status === 'Executing') ??
  scope

/** "1 component failed so far", or nothing. */
export function failedSoFar(scopes: readonly ProgressScope[]): string | null {
  const failed = new Map<string, number>()
  // Only of the last attempt: what failed in an earlier one was left out of it.
  const last = scopes.findLast(({ status }) => status === 'Executing')
  for (const { unit, itemsFailed } of last === undefined ? [] : [last, ...last.childScopes])
    if (itemsFailed) failed.set(unit ?? 'items', itemsFailed)
  const parts = [...failed].map(([unit, count]) => `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`)
  return parts.length === 0 ? null : `${parts.join(' and ')} failed so far`
}

/** Floored percent of what is under way; null where its total is unknown. */
export function jobPercent(scopes: readonly ProgressScope[]): number | null {
  const last = scopes.findLast(({ status }) => status === 'Executing')
  if (last === undefined) return null
  const { itemsCompleted, itemsTotal } = tellingPart(last)
  if (!itemsTotal) return null
  return Math.min(100, Math.floor(((itemsCompleted ?? 0) / itemsTotal) * 100))
}
