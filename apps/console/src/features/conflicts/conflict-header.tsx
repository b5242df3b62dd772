import type { Conflict } from '@sluice/contract/conflict'
import { type Inquiry, isOpen } from '@sluice/contract/inquiry'
import type { Job, JobWithNotices } from '@sluice/contract/job'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { AnswerBefore } from '../inquiries/answer-before.tsx'
import { inquiryStatus, QuestionHeader } from '../inquiries/question-header.tsx'
import { answerProblem, useAnswer } from '../inquiries/use-answer.ts'
import { useJobNotAllowed } from '../workspaces/use-actor.ts'
import { countResolved } from './resolution-rules.ts'

interface ConflictHeaderProps {
  conflict: Conflict
  job: JobWithNotices
  inquiry: Inquiry | undefined
}

export function ConflictHeader({ conflict, job, inquiry }: ConflictHeaderProps) {
  const isPending = inquiry !== undefined && isOpen(inquiry, job)
  return (
    <>
      <QuestionHeader
        title={conflict.title}
        job={job}
        status={conflictStatus(conflict, inquiry, job)}
        since={{ verb: 'Found', moment: conflict.createdUtc }}
        meta={isPending ? <AnswerBefore inquiry={inquiry} /> : null}
        actions={isPending ? <AnswerButtons conflict={conflict} job={job} inquiry={inquiry} /> : null}
      />
      <ResolvedFiles conflict={conflict} />
    </>
  )
}

function ResolvedFiles({ conflict }: { conflict: Conflict }) {
  const [resolved, total] = [countResolved(conflict), conflict.files.length]
  const text = `${formatNumber(resolved)} of ${formatNumber(total)} files resolved`
  return (
    <div className="-mt-1 flex flex-col gap-1.5 pb-4">
      <output className="text-fg-2 tabular-nums">{text}</output>
      <ProgressBar label="Resolved files" percent={total === 0 ? 100 : (resolved / total) * 100} />
    </div>
  )
}

interface AnswerButtonsProps extends ConflictHeaderProps {
  inquiry: Inquiry
}

function AnswerButtons({ conflict, job, inquiry }: AnswerButtonsProps) {
  const params = useStackParams()
  const navigate = useNavigate()
  const notAllowed = useJobNotAllowed('answerInquiry', job)
  const [isAborting, setAborting] = useState(false)
  const answer = useAnswer(inquiry, () => {
    void navigate({ to: `${stackPath}/jobs/$jobId`, params: { ...params, jobId: job.id } })
  })
  const unresolved = conflict.files.length - countResolved(conflict)
  const whyNotContinue =
    notAllowed ?? (unresolved > 0 ? `${plural(unresolved, 'file')} left to resolve.` : null)
  const problem = <ErrorPanel heading={answerProblem} error={answer.error} className="basis-full" />
  return (
    <>
      <Button disabledReason={notAllowed} disabled={answer.isPending} onClick={() => setAborting(true)}>
        Abort
      </Button>
      <Button
        intent="primary"
        disabledReason={whyNotContinue}
        isPending={answer.isPending && !isAborting}
        disabled={answer.isPending}
        onClick={() => answer.mutate({ continue: true })}
      >
        Continue
      </Button>
      {isAborting ? null : problem}
      <ConfirmDialog
        isOpen={isAborting}
        onClose={() => setAborting(false)}
        title="Abort the merge?"
        action="Abort the merge"
        isPending={answer.isPending}
        problem={problem}
        onConfirm={() => answer.mutate({ continue: false })}
      >
        The job ends, and what was resolved here is not used. Nothing of the merge is pushed.
      </ConfirmDialog>
    </>
  )
}

interface ConflictStatus {
  label: string
  status: DisplayStatus
}

/** Where a conflict stands. One that nobody was asked about was resolved by its job, or its job has not come to it. */
function conflictStatus(
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
