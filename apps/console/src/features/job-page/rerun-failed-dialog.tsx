import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { useMemo } from 'react'
import { FlowOutDialog } from '../job-submission/dialogs.tsx'
import { failedOnlyForm } from './rerun-failed.ts'

export interface RerunFailedDialogProps {
  isOpen: boolean
  onClose: () => void
  job: JobWithNotices
  result: FlowOutResult
}

/** The dialog of a flow out, filled with the settings of a job and limited to the components that failed in it. */
export function RerunFailedDialog({ isOpen, onClose, job, result }: RerunFailedDialogProps) {
  const initial = useMemo(() => failedOnlyForm(job, result), [job, result])
  return <FlowOutDialog isOpen={isOpen && initial !== null} onClose={onClose} initial={initial} />
}
