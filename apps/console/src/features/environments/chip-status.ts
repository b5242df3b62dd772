import type { Job } from '@sluice/contract/job'
import { remarkOf } from '@sluice/contract/job-rules'
import type { DisplayStatus } from '@sluice/contract/status-scale'

type Life = Pick<Job, 'status' | 'outcome' | 'hasPendingInquiries' | 'summary'>

/** The chip's own reading of a job: Queued counts as running here. */
export function chipStatus(job: Life): DisplayStatus {
  if (job.status === 'Running' && job.hasPendingInquiries) return 'Waiting'
  if (job.status === 'Queued' || job.status === 'Running') return 'Running'
  return remarkOf(job) === null ? (job.outcome ?? 'Unknown') : 'Warning'
}

export function chipWord(job: Life): string {
  const status = chipStatus(job)
  if (status === 'Failed') return '(failed)'
  if (status === 'TimedOut') return '(timed out)'
  const remark = remarkOf(job)
  if (remark !== null) return `succeeded, ${remark}`
  return status.toLowerCase()
}
