import { type Inquiry, type InquiryPrompt, isOpen } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { useNavigate } from '@tanstack/react-router'
import { plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { AnswerBefore } from './answer-before.tsx'
import { ChangedComponentList } from './changed-component-list.tsx'
import { answerProblem, useAnswer } from './use-answer.ts'

interface ConfirmFlowInProps {
  inquiry: Extract<Inquiry, { subject: 'ConfirmFlowIn' }>
  prompt: InquiryPrompt<'ConfirmFlowIn'>
  job: JobWithNotices
}

/** What a flow in with force is going to throw away, and the answer whether it may. */
export function ConfirmFlowIn({ inquiry, prompt, job }: ConfirmFlowInProps) {
  const { deletions, undone } = prompt
  const count = deletions.length + undone.length
  return (
    <div className="flex flex-col gap-4">
      <Notice
        kind="warning"
        title={`Force throws away ${plural(count, 'change')} that only the branch has. The commits stay in its history.`}
      />
      <Card title="Thrown away">
        <ChangedComponentList title="Deleted from the branch" components={deletions} />
        <ChangedComponentList title="Made equal to the org" components={undone} />
      </Card>
      {isOpen(inquiry, job) ? <Answer inquiry={inquiry} job={job} count={count} /> : null}
    </div>
  )
}

function Answer({ inquiry, job, count }: Pick<ConfirmFlowInProps, 'inquiry' | 'job'> & { count: number }) {
  const params = useStackParams()
  const navigate = useNavigate()
  const notAllowed = useNotAllowed()('answerInquiry', job)
  const answer = useAnswer(inquiry, () => {
    void navigate({ to: `${stackPath}/jobs/$jobId`, params: { ...params, jobId: job.id } })
  })
  const given = answer.variables
  return (
    <>
      <ErrorPanel heading={answerProblem} error={answer.error} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="text-12 text-fg-2">
          <AnswerBefore inquiry={inquiry} />
        </p>
        <div className="flex gap-2">
          <Button
            isPending={answer.isPending && given?.continue === false}
            disabled={answer.isPending}
            disabledReason={notAllowed}
            onClick={() => answer.mutate({ continue: false })}
          >
            Abort
          </Button>
          <Button
            intent="danger"
            isPending={answer.isPending && given?.continue === true}
            disabled={answer.isPending}
            disabledReason={notAllowed}
            onClick={() => answer.mutate({ continue: true })}
          >
            {`Throw away ${plural(count, 'change')}`}
          </Button>
        </div>
      </div>
    </>
  )
}
