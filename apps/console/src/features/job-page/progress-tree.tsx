import { progressPercent, type ProgressScope } from '@sluice/contract/progress'
import type { JobWithNotices } from '@sluice/contract/job'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useNowBySecond } from '../../platform/format/clock.ts'
import { formatClock, formatDuration } from '../../platform/format/duration.ts'
import { cn } from '../../platform/ui/cn.ts'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { progressCount, progressRate, progressTimeLeft, stateWords } from './progress-rate.ts'
import { currentStep, stepDuration, stepStatus } from './steps.ts'

interface ProgressTreeProps {
  job: JobWithNotices
  scopes: readonly ProgressScope[]
}

const words = { Pending: 'Pending', Executing: 'Executing', Disposed: 'Finished' } as const

/** The steps of a job below each other, with their parts. Nothing in them can be selected, so that they are no tree widget. */
export const ProgressTree = ({ job, scopes }: ProgressTreeProps) => (
  <Steps job={job} scopes={scopes} current={currentStep(scopes)?.id ?? null} level={0} />
)

interface StepsProps extends ProgressTreeProps {
  /** The step that shows a spinner. */
  current: string | null
  level: number
}

function Steps({ job, scopes, current, level }: StepsProps) {
  return (
    <ol>
      {scopes.map((scope) => (
        <li key={scope.id}>
          <StepRow job={job} scope={scope} current={current} level={level} />
          {scope.childScopes.length > 0 ? (
            <Steps job={job} scopes={scope.childScopes} current={current} level={level + 1} />
          ) : null}
        </li>
      ))}
    </ol>
  )
}

interface StepRowProps extends Omit<StepsProps, 'scopes'> {
  scope: ProgressScope
}

function StepRow({ job, scope, current, level }: StepRowProps) {
  const percent = progressPercent(scope)
  const isWaiting = job.hasPendingInquiries || job.lockWait !== null
  const status = stepStatus(scope, { job, isWaiting })
  const isExecuting = scope.status === 'Executing' && job.status !== 'Ended'
  return (
    <div
      className="border-line flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 border-b py-1 pr-4"
      style={{ paddingLeft: 16 + level * 22 }}
    >
      <StepIcon status={status} isCurrent={scope.id === current} />
      <span className="sr-only">{words[scope.status]}</span>
      <span className={cn('min-w-0 grow basis-40 truncate sm:max-w-64', level === 0 && 'font-medium')}>
        {scope.name}
      </span>
      {percent === null || !isExecuting ? null : (
        <ProgressBar
          label={scope.name}
          percent={percent}
          tone={isWaiting ? 'violet' : 'blue'}
          className="w-28 max-w-72 sm:flex-1"
        />
      )}
      <StepNumbers job={job} scope={scope} isExecuting={isExecuting} />
    </div>
  )
}

/** One step spins at a time; the others that are under way stand still. */
const StepIcon = ({ status, isCurrent }: { status: DisplayStatus; isCurrent: boolean }) => (
  <StatusIcon status={status} isStill={!isCurrent} />
)

interface StepNumbersProps {
  job: JobWithNotices
  scope: ProgressScope
  isExecuting: boolean
}

function StepNumbers({ job, scope, isExecuting }: StepNumbersProps) {
  const now = useNowBySecond()
  const duration = stepDuration(scope, { job, now })
  const parts = [
    progressCount(scope),
    scope.itemsFailed ? `${scope.itemsFailed} failed` : null,
    isExecuting ? progressRate(scope, now) : null,
    isExecuting ? progressTimeLeft(scope, now) : null,
    isExecuting && scope.state ? stateWords(scope.state) : null,
    duration === null ? null : isExecuting ? formatClock(duration) : formatDuration(duration),
  ]
  const shown = parts.filter((part) => part !== null && part !== '')
  if (shown.length === 0) return null
  return <span className="text-12 text-fg-2 min-w-0 truncate tabular-nums">{shown.join(' · ')}</span>
}
