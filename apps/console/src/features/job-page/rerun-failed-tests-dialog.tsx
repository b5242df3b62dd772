import type { JobWithNotices } from '@sluice/contract/job'
import { useMemo } from 'react'
import { RunApexTestsDialog } from '../job-submission/dialogs.tsx'
import { runApexTestsFormOf } from '../job-submission/run-apex-tests-form.ts'

export interface RerunFailedTestsDialogProps {
  isOpen: boolean
  onClose: () => void
  job: JobWithNotices
  classNames: readonly string[]
}

/** The dialog of a test run, filled with the settings of a job and these test classes. */
export function RerunFailedTestsDialog({ isOpen, onClose, job, classNames }: RerunFailedTestsDialogProps) {
  const initial = useMemo(() => {
    const form = runApexTestsFormOf(job.commandInput)
    if (form === null) return null
    return {
      ...form,
      testLevel: 'RunSpecifiedTests' as const,
      classNames: classNames.join(' '),
      suiteNames: '',
    }
  }, [job, classNames])
  return <RunApexTestsDialog isOpen={isOpen && initial !== null} onClose={onClose} initial={initial} />
}
