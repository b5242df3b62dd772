import type { Environment } from './environment.ts'
import type { Job } from './job.ts'
import type { DisplayStatus } from './status-scale.ts'

type Life = Pick<Job, 'status'>

/** Cancellation is asked for once, and only of a job that has not begun to end. */
export const canCancel = (job: Life & Pick<Job, 'cancellationIsRequested'>): boolean =>
  !job.cancellationIsRequested && isActive(job)

/** Counted in the navigation. */
export const isActive = (job: Life): boolean =>
  job.status === 'Pending' || job.status === 'Queued' || job.status === 'Running'

/** Whether time and locks still run for the job; also what the stack banner calls active. */
export const isUnfinished = (job: Life): boolean => job.status !== 'Ended'

/** Counted as waiting for input in the navigation. */
export const isWaitingForInput = (job: Life & Pick<Job, 'hasPendingInquiries'>): boolean =>
  isActive(job) && job.hasPendingInquiries

/** Where a job stands on the status scale of job screens. */
export function displayStatus(job: Shown): DisplayStatus {
  switch (job.status) {
    case 'Pending':
    case 'Queued':
      return 'Pending'
    case 'Cancelling':
      return 'Cancelling'
    case 'Running':
      return job.hasPendingInquiries ? 'Waiting' : 'Running'
    case 'Ended':
      return job.outcome === 'Succeeded' && remarkOf(job) !== null ? 'Warning' : (job.outcome ?? 'Unknown')
    default:
      return 'Unknown'
  }
}

type Shown = Life & Pick<Job, 'outcome' | 'hasPendingInquiries' | 'summary'>

/** What a job that succeeded has to say beside it, such as "2 components left out"; null where all went well. */
export function remarkOf({ outcome, summary }: Pick<Job, 'outcome' | 'summary'>): string | null {
  if (outcome !== 'Succeeded' || summary === null) return null
  const { leftOut, hasFailedTests, deployment } = summary
  if (leftOut > 0) {
    const failed = deployment?.failed ?? 0
    const text = leftOut === 1 ? '1 component left out' : `${leftOut} components left out`
    return failed === 0 ? text : `${text} (${failed} failed)`
  }
  return hasFailedTests ? 'tests failed' : null
}

/** The words of that status; Pending, Queued and Cancelling end with dots. */
export function displayStatusText(job: Shown): string {
  if (job.status === 'Pending' || job.status === 'Queued' || job.status === 'Cancelling')
    return `${job.status}...`
  const status = displayStatus(job)
  if (status === 'Warning') return 'Succeeded'
  return status === 'TimedOut' ? 'Timed out' : status
}

/** Of an environment's jobs the one its row shows, or null. */
export function latestJob<J extends Job>(jobs: readonly J[]): J | null {
  const shown = jobs.filter(isShownOnEnvironment)
  return shown.toSorted((a, b) => rank(a) - rank(b) || b.createdUtc.localeCompare(a.createdUtc))[0] ?? null
}

function isShownOnEnvironment(job: Job): boolean {
  if (job.status === 'Pending' || job.status === 'Cancelling') return false
  return job.status !== 'Ended' || (job.outcome !== 'Cancelled' && !job.isCheckOnly)
}

function rank(job: Job): number {
  if (job.status === 'Running') return job.hasPendingInquiries ? 0 : 1
  return job.status === 'Queued' ? 2 : 3
}

/** The environments that a title names, by id. */
export type EnvironmentNames = (environmentId: Environment['id']) => string | undefined
