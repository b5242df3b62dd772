import { type Inquiry, inquiryNames, isOpen } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { ConnectLink } from '../salesforce-connection/connect-link.tsx'
import { UserCode, verificationAddress } from '../salesforce-connection/user-code.tsx'
import { useJobNotAllowed } from '../workspaces/use-actor.ts'
import { AnswerBefore } from './answer-before.tsx'
import { ConflictLink } from './inquiry-link.tsx'
import { answerProblem, useAnswer } from './use-answer.ts'
import { useInquiriesOf } from './use-inquiries-of.ts'

/** What the job waits for from people. */
export function PendingInquiries({ job }: { job: JobWithNotices }) {
  return useInquiriesOf(job)
    .filter((inquiry) => isOpen(inquiry, job))
    .map((inquiry) => (
      <Card key={inquiry.id} title={inquiryNames[inquiry.subject]}>
        <div className="flex flex-col gap-4 p-4">
          <Question inquiry={inquiry} job={job} />
        </div>
      </Card>
    ))
}

function Question({ inquiry, job }: { inquiry: Inquiry; job: JobWithNotices }) {
  switch (inquiry.subject) {
    case 'DeviceCodeChallenge':
      return <DeviceCodeChallenge inquiry={inquiry} job={job} />
    case 'MergeConflict':
      return (
        <LinkedQuestion
          inquiry={inquiry}
          text="The job has stopped at a merge, because both sides changed the same files. Resolve them, then it goes on."
          link={
            <ConflictLink inquiry={inquiry} className={buttonClasses({ intent: 'primary' })}>
              Resolve conflict
            </ConflictLink>
          }
        />
      )
    case 'ConfirmFlowIn':
      return (
        <LinkedQuestion
          inquiry={inquiry}
          text="The job has stopped before it throws away what only the branch has. Review what that is."
          link={<ReviewLink inquiry={inquiry}>Review flow in</ReviewLink>}
        />
      )
    case 'FlowOutConfirmDeployment':
      return (
        <LinkedQuestion
          inquiry={inquiry}
          text="The job has stopped before it deploys. Review what it is going to change."
          link={<ReviewLink inquiry={inquiry}>Review deployment</ReviewLink>}
        />
      )
    default:
      return inquiry satisfies never
  }
}

/** Leads to the page on which the question is answered. */
function ReviewLink({ inquiry, children }: { inquiry: Inquiry; children: string }) {
  const params = useStackParams()
  return (
    <Link
      to={`${stackPath}/jobs/$jobId/inquiry/$inquiryId`}
      params={{ ...params, jobId: inquiry.jobId, inquiryId: inquiry.id }}
      className={buttonClasses({ intent: 'primary' })}
    >
      {children}
    </Link>
  )
}

interface LinkedQuestionProps {
  inquiry: Inquiry
  text: string
  link: ReactNode
}

/** A question that is answered on a page of its own. */
const LinkedQuestion = ({ inquiry, text, link }: LinkedQuestionProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
    <div className="min-w-0 flex-1 basis-72">
      <p>{text}</p>
      <p className="text-12 text-fg-2">
        <AnswerBefore inquiry={inquiry} />
      </p>
    </div>
    {link}
  </div>
)

interface DeviceCodeChallengeProps {
  inquiry: Extract<Inquiry, { subject: 'DeviceCodeChallenge' }>
  job: JobWithNotices
}

/** Lets a person sign in to Salesforce for a job, which notices by itself when that is done. */
function DeviceCodeChallenge({ inquiry, job }: DeviceCodeChallengeProps) {
  const answer = useAnswer(inquiry)
  const notAllowed = useJobNotAllowed('answerInquiry', job)
  const { prompt } = inquiry
  if (prompt === null) return null
  return (
    <>
      <p>
        Sign in to Salesforce as{' '}
        <strong className="font-semibold wrap-anywhere">{prompt.identityUsername}</strong>. The job goes on by
        itself once you have approved the connection.
      </p>
      <UserCode code={prompt.userCode} waiting="Waiting for you to approve the connection" />
      <div className="flex flex-wrap gap-2">
        <ConnectLink address={verificationAddress(prompt)} />
        <Button
          size="lg"
          className="grow"
          isPending={answer.isPending}
          disabledReason={notAllowed}
          onClick={() => answer.mutate({ abort: true, wasSuccessful: false })}
        >
          Abort
        </Button>
      </div>
      <p className="text-12 text-fg-2">
        <AnswerBefore inquiry={inquiry} />
      </p>
      <ErrorPanel heading={answerProblem} error={answer.error} />
    </>
  )
}
