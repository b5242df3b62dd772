import type { JobWithNotices } from '@sluice/contract/job'
import { useMutation } from '@tanstack/react-query'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useJobTitle } from './use-job-title.ts'

interface CancelJobsDialogProps {
  isOpen: boolean
  jobs: readonly JobWithNotices[]
  onClose: () => void
  onDone: () => void
}

export function CancelJobsDialog({ isOpen, jobs, onClose, onDone }: CancelJobsDialogProps) {
  const client = useClient()
  const titleOf = useJobTitle()
  const cancel = useMutation({
    mutationFn: async () => {
      for (const { workspaceId, stackId, id: jobId } of jobs) {
        await client.jobs.cancel({ params: { workspaceId, stackId, jobId } })
        const job = entities.jobs.get(jobId)
        if (job) entities.jobs.apply([{ ...job, cancellationIsRequested: true }])
      }
    },
    onSuccess: onDone,
  })
  const isOne = jobs.length === 1
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        cancel.reset()
        onClose()
      }}
      title={isOne ? 'Cancel job' : 'Cancel jobs'}
      action={isOne ? 'Cancel job' : `Cancel ${plural(jobs.length, 'job')}`}
      cancelLabel="Keep running"
      isPending={cancel.isPending}
      problem={
        <ErrorPanel
          heading={
            isOne
              ? 'There was a problem requesting cancellation of the job'
              : 'There was a problem requesting cancellation of the jobs'
          }
          error={cancel.error}
        />
      }
      onConfirm={() => cancel.mutate()}
    >
      <p>A job stops at its next safe point. What it has deployed or pushed by then stays.</p>
      <ul className="text-fg list-disc pt-2 pl-5 font-medium">
        {jobs.map((job) => (
          <li key={job.id}>{titleOf(job)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
