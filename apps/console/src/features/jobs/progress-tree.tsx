import { progressPercent, type ProgressScope } from '@sluice/contract/progress'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useNowBySecond } from '../../platform/format/clock.ts'
import { cn } from '../../platform/ui/cn.ts'
import { ProgressBar } from '../../platform/ui/progress-bar.tsx'
import { StatusIcon } from '../../platform/ui/status.tsx'
import { progressCount, progressRate } from './progress-rate.ts'

interface ProgressTreeProps {
  scopes: readonly ProgressScope[]
  /** The job waits for a person: what is under way stands still. */
  isWaiting: boolean
  level?: number
}

const words = { Pending: 'Pending', Executing: 'Executing', Disposed: 'Finished' } as const

/** Nested lists: nothing in it can be selected, so it is no tree widget. */
export function ProgressTree({ scopes, isWaiting, level = 0 }: ProgressTreeProps) {
  return (
    <ul>
      {scopes.map((scope) => (
        <li key={scope.id}>
          <ScopeRow scope={scope} isWaiting={isWaiting} level={level} />
          {scope.childScopes.length > 0 ? (
            <ProgressTree scopes={scope.childScopes} isWaiting={isWaiting} level={level + 1} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function statusOf(scope: ProgressScope, isWaiting: boolean): DisplayStatus {
  if (scope.status === 'Pending') return 'Pending'
  if (scope.status === 'Disposed') return 'Succeeded'
  return isWaiting ? 'Waiting' : 'Running'
}

function ScopeRow({ scope, isWaiting, level }: { scope: ProgressScope; isWaiting: boolean; level: number }) {
  const percent = progressPercent(scope)
  const tone = scope.status === 'Disposed' ? 'green' : isWaiting ? 'violet' : 'blue'
  return (
    <div
      className="border-line flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 border-b py-1 pr-4"
      style={{ paddingLeft: 16 + level * 22 }}
    >
      <StatusIcon status={statusOf(scope, isWaiting)} />
      <span className="sr-only">{words[scope.status]}</span>
      <span className={cn('min-w-0 grow basis-40 truncate sm:max-w-64', level === 0 && 'font-medium')}>
        {scope.name}
      </span>
      {percent === null ? null : (
        <ProgressBar label={scope.name} percent={percent} tone={tone} className="w-28 max-w-72 sm:flex-1" />
      )}
      <ScopeNumbers scope={scope} />
    </div>
  )
}

function ScopeNumbers({ scope }: { scope: ProgressScope }) {
  const now = useNowBySecond()
  const parts = [
    progressCount(scope),
    progressRate(scope, now),
    scope.status === 'Executing' ? scope.state : null,
  ]
  const shown = parts.filter((part) => part !== null && part !== '')
  if (shown.length === 0) return null
  return <span className="text-12 text-fg-2 min-w-0 truncate tabular-nums">{shown.join(' · ')}</span>
}
