import type { Inquiry } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { ConnectLink } from '../salesforce-connection/connect-link.tsx'
import { UserCode } from '../salesforce-connection/user-code.tsx'
import { verificationAddress } from '../salesforce-connection/verification-address.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { AnswerBefore } from './answer-before.tsx'
import { answerProblem, useAnswer } from './use-answer.ts'

interface DeviceCodeChallengeProps {
  inquiry: Extract<Inquiry, { subject: 'DeviceCodeChallenge' }>
  job: JobWithNotices
}

/** Lets a person sign in to Salesforce for a job, which notices by itself when that is done. */
export function DeviceCodeChallenge({ inquiry, job }: DeviceCodeChallengeProps) {
  const answer = useAnswer(inquiry)
  const notAllowed = useNotAllowed()('answerInquiry', job)
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
