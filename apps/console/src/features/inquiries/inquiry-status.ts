import { type Inquiry, inquiryStatusText } from '@sluice/contract/inquiry'
import type { Job } from '@sluice/contract/job'
import type { DisplayStatus } from '@sluice/contract/status-scale'

const scale: Readonly<Record<string, DisplayStatus>> = {
  Pending: 'Waiting',
  Confirmed: 'Succeeded',
  Completed: 'Succeeded',
  Resolved: 'Succeeded',
  Failed: 'Failed',
}

/** Where an inquiry stands, as a label with its place on the status scale. */
export function inquiryStatus(inquiry: Inquiry, job: Pick<Job, 'status'>) {
  const label = inquiryStatusText(inquiry, job)
  return { label, status: scale[label] ?? 'Cancelled' }
}
