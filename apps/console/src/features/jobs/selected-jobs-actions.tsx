import type { JobWithNotices } from '@sluice/contract/job'
import { useState } from 'react'
import { plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { CancelJobsDialog } from './cancel-jobs-dialog.tsx'
import { whyNotCancel, whyNotRerun } from './job-actions.ts'
import { RerunDialogs } from './rerun-dialogs.tsx'

const firstReason = (reasons: (string | null)[]): string | null =>
  reasons.find((reason) => reason !== null) ?? null

/** What can be done with the chosen jobs; the first reason against it closes a button. */
export function SelectedJobsActions({
  jobs,
  onDone,
}: {
  jobs: readonly JobWithNotices[]
  onDone: () => void
}) {
  const { isInitialized } = useStack()
  const notAllowed = useNotAllowed()
  const [isCancelling, setCancelling] = useState(false)
  const [rerun, setRerun] = useState<readonly JobWithNotices[]>([])
  const rerunReason = firstReason(jobs.map((job) => whyNotRerun(job, isInitialized)))
  const cancelReason = firstReason(jobs.map((job) => whyNotCancel(job) ?? notAllowed('cancelJob', job)))
  return (
    <>
      <Button disabled={jobs.length === 0} disabledReason={rerunReason} onClick={() => setRerun(jobs)}>
        Rerun
      </Button>
      <Button disabled={jobs.length === 0} disabledReason={cancelReason} onClick={() => setCancelling(true)}>
        {jobs.length > 1 ? `Cancel ${plural(jobs.length, 'job')}` : 'Cancel'}
      </Button>
      <CancelJobsDialog
        isOpen={isCancelling}
        jobs={jobs}
        onClose={() => setCancelling(false)}
        onDone={() => {
          setCancelling(false)
          onDone()
        }}
      />
      <RerunDialogs jobs={rerun} onClose={() => setRerun([])} />
    </>
  )
}
