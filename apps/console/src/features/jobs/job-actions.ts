import type { JobWithNotices } from '@sluice/contract/job'
import type { JobCommandName } from '@sluice/contract/job-command-name'
import { canCancel } from '@sluice/contract/job-rules'

/** Why a job cannot be cancelled, or null when it can. */
export function whyNotCancel(job: JobWithNotices): string | null {
  if (canCancel(job)) return null
  if (job.cancellationIsRequested && job.status !== 'Ended') return 'Cancellation requested'
  return 'The job has ended.'
}

const repeatable = new Set<JobCommandName>(['FlowIn', 'FlowOut', 'FlowMerge', 'RunApexTests'])

/** Why a job cannot be run again, or null when it can. */
export function whyNotRerun(job: JobWithNotices, stackIsInitialized: boolean): string | null {
  if (job.workerType === 'Cli') return 'Jobs run using the CLI cannot be rerun through the web app.'
  if (job.commandName === 'InitializeStack')
    return stackIsInitialized
      ? 'Initialize stack jobs cannot be rerun because the stack is now initialized.'
      : null
  if (job.commandName === 'DeleteEnvironment')
    return job.outcome === 'Succeeded' ? 'The environment has been deleted.' : null
  if (job.commandName === 'CreateEnvironment')
    return job.outcome === 'Succeeded' ? 'The environment has been created.' : null
  if (repeatable.has(job.commandName)) return null
  return 'Jobs of this type cannot be rerun.'
}
