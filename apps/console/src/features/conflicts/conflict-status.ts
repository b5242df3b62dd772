import type { Conflict } from '@sluice/contract/conflict'
import type { Inquiry } from '@sluice/contract/inquiry'
import type { Job } from '@sluice/contract/job'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { inquiryStatus } from '../inquiries/inquiry-status.ts'
import { countResolved } from './resolution-rules.ts'

interface ConflictStatus {
  label: string
  status: DisplayStatus
}

/** Where a conflict stands. One that nobody was asked about was resolved by its job, or its job has not come to it. */
export function conflictStatus(
  conflict: Conflict,
  inquiry: Inquiry | undefined,
  job: Pick<Job, 'status'>,
): ConflictStatus {
  if (inquiry) return inquiryStatus(inquiry, job)
  const { length } = conflict.files
  if (length > 0 && countResolved(conflict) === length) return { label: 'Resolved', status: 'Succeeded' }
  return job.status === 'Ended'
    ? { label: 'Abandoned', status: 'Cancelled' }
    : { label: 'Pending', status: 'Waiting' }
}
