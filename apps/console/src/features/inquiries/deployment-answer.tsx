import type { Inquiry } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { useNavigate } from '@tanstack/react-router'
import { plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useJobNotAllowed } from '../workspaces/use-actor.ts'
import { AnswerBefore } from './answer-before.tsx'
import type { DeploymentComponent } from './deployment-components.ts'
import { answerProblem, useAnswer } from './use-answer.ts'

interface DeploymentAnswerProps {
  inquiry: Inquiry
  job: JobWithNotices
  isCheckOnly: boolean
  components: readonly DeploymentComponent[]
  /** The keys of the components that are left out. */
  excluded: ReadonlySet<string>
}

/** Says what Continue would deploy, and has the buttons that answer the inquiry. */
export function DeploymentAnswer({ inquiry, job, isCheckOnly, components, excluded }: DeploymentAnswerProps) {
  const params = useStackParams()
  const navigate = useNavigate()
  const notAllowed = useJobNotAllowed('answerInquiry', job)
  const answer = useAnswer(inquiry, () => {
    void navigate({ to: `${stackPath}/jobs/$jobId`, params: { ...params, jobId: job.id } })
  })
  const given = answer.variables
  const excludedComponents = components.filter(({ key }) => excluded.has(key)).map(({ identity }) => identity)
  return (
    <>
      <ErrorPanel heading={answerProblem} error={answer.error} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="text-12 text-fg-2">
          {deedOf(components, excluded, isCheckOnly)} <AnswerBefore inquiry={inquiry} />
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

/** What happens when the answer is Continue. */
export function deedOf(
  components: readonly Pick<DeploymentComponent, 'key' | 'changeType' | 'canDeploy'>[],
  excluded: ReadonlySet<string>,
  isCheckOnly: boolean,
): string {
  const deployed = components.filter(({ key, canDeploy }) => canDeploy && !excluded.has(key))
  const deleted = deployed.filter(({ changeType }) => changeType === 'Deleted').length
  const deeds = [
    [deployed.length - deleted, isCheckOnly ? 'validated' : 'deployed'],
    [deleted, isCheckOnly ? 'checked for deletion' : 'deleted'],
  ] as const
  const parts = deeds.flatMap(([count, deed]) =>
    count > 0 ? [`${plural(count, 'component')} will be ${deed}`] : [],
  )
  const sentences = [
    parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing is deployed.',
    excluded.size > 0 ? `${plural(excluded.size, 'component')} left out.` : '',
  ]
  return sentences.filter((one) => one !== '').join(' ')
}
