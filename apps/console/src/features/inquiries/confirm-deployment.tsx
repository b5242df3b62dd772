import { type Inquiry, type InquiryPrompt, isOpen } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formatNumber, plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { ResultSection } from '../jobs/results/result-section.tsx'
import { stackPath, useStackParams } from '../stacks/stack-paths.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { AnswerBefore } from './answer-before.tsx'
import { IdentityList } from './identity-list.tsx'
import { deploymentComponents, keyOfComponent } from './deployment-components.ts'
import { DeploymentFacts } from './deployment-facts.tsx'
import { DeploymentTable } from './deployment-table.tsx'
import { answerProblem, useAnswer } from './use-answer.ts'

interface ConfirmDeploymentProps {
  inquiry: Extract<Inquiry, { subject: 'FlowOutConfirmDeployment' }>
  prompt: InquiryPrompt<'FlowOutConfirmDeployment'>
  job: JobWithNotices
}

/** What a deployment is going to change, and the answer whether it may. */
export function ConfirmDeployment({ inquiry, prompt, job }: ConfirmDeploymentProps) {
  const components = useMemo(() => deploymentComponents(prompt.diffResult), [prompt])
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(
    new Set(inquiry.answer?.excludedComponents.map(keyOfComponent)),
  )
  const isPending = isOpen(inquiry, job)
  return (
    <div className="flex flex-col gap-4">
      {prompt.clobberWarningText === null ? null : (
        <Notice kind="warning" title={prompt.clobberWarningText} />
      )}
      <Card title="Deployment">
        <DeploymentFacts prompt={prompt} />
        {components.length > 0 ? (
          <ResultSection title={`Components (${formatNumber(components.length)})`}>
            <DeploymentTable
              components={components}
              excluded={excluded}
              onExclude={isPending ? setExcluded : null}
            />
          </ResultSection>
        ) : null}
        <IdentityList
          title="Changes of the org that would be overwritten"
          components={prompt.clobberedOrgChanges}
        />
        <IdentityList title="Left out by the job" components={prompt.excludedComponents} />
      </Card>
      {isPending ? (
        <Answer
          inquiry={inquiry}
          job={job}
          excludedComponents={components
            .filter(({ key }) => excluded.has(key))
            .map(({ identity }) => identity)}
        />
      ) : null}
    </div>
  )
}

interface AnswerProps {
  inquiry: Inquiry
  job: JobWithNotices
  excludedComponents: InquiryPrompt<'FlowOutConfirmDeployment'>['excludedComponents']
}

function Answer({ inquiry, job, excludedComponents }: AnswerProps) {
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
          {excludedComponents.length > 0
            ? `${plural(excludedComponents.length, 'component')} left out. `
            : ''}
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
            intent="primary"
            isPending={answer.isPending && given?.continue === true}
            disabled={answer.isPending}
            disabledReason={notAllowed}
            onClick={() => answer.mutate({ continue: true, excludedComponents })}
          >
            Continue
          </Button>
        </div>
      </div>
    </>
  )
}
