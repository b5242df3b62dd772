import { type Inquiry, inquiryNames, isOpen } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { stackPath, useStackParams } from '../stacks/stack-paths.ts'
import { AnswerBefore } from './answer-before.tsx'
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
  const params = useStackParams()
  if (inquiry.subject === 'DeviceCodeChallenge') return <DeviceCodeChallenge inquiry={inquiry} job={job} />
  if (inquiry.subject !== 'FlowOutConfirmDeployment') return <p>The job waits for an answer.</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div>
        <p>The job has stopped before it deploys. Review what it is going to change.</p>
        <p className="text-12 text-fg-2">
          <AnswerBefore inquiry={inquiry} />
        </p>
      </div>
      <Link
        to={`${stackPath}/jobs/$jobId/inquiry/$inquiryId`}
        params={{ ...params, jobId: job.id, inquiryId: inquiry.id }}
        className={buttonClasses({ intent: 'primary' })}
      >
        Review deployment
      </Link>
    </div>
  )
}
