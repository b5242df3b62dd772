import type { JobWithNotices } from '@sluice/contract/job'
import { displayStatus, displayStatusText } from '@sluice/contract/job-rules'
import { StatusBadge, StatusText } from '../../platform/ui/status.tsx'

export const JobStatusText = ({ job }: { job: JobWithNotices }) => (
  <StatusText status={displayStatus(job)} label={displayStatusText(job)} />
)

export const JobStatusBadge = ({ job }: { job: JobWithNotices }) => (
  <StatusBadge status={displayStatus(job)} label={displayStatusText(job)} />
)
