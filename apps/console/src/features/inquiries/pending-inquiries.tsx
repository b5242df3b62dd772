import { type Inquiry, inquiryNames, isOpen } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClasses } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { AnswerBefore } from './answer-before.tsx'
import { ConflictLink } from './conflict-link.tsx'
import { DeviceCodeChallenge } from './device-code-challenge.tsx'
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
