import { type ApexMethodHistory, type ApexTestRun, changesOfFlaky } from '@sluice/contract/apex-test-run'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { formatDuration } from '../../platform/format/duration.ts'
import { plural } from '../../platform/format/plural.ts'
import { Card } from '../../platform/ui/card.tsx'
import { CoverageChart } from './coverage-chart.tsx'
import { testHistoryQuery } from './test-run.query.ts'

interface TestHistoryProps {
  run: ApexTestRun
  environmentName: string
}

/** Shows the aggregated results of the environment's latest runs, and nothing until they are loaded. */
export function TestHistory({ run, environmentName }: TestHistoryProps) {
  const { data } = useQuery(testHistoryQuery(useClient(), run))
  if (data === undefined) return null
  const [first, second, ...others] = data.coverage
  const lastRuns = data.runs === 1 ? 'the last run' : `the last ${data.runs} runs`
  return (
    <>
      {first && second ? (
        <Card title={`Coverage of ${environmentName} over time`}>
          <CoverageChart runs={[first, second, ...others]} shownRunId={run.id} />
        </Card>
      ) : null}
      {data.flakyMethods.length > 0 ? (
        <MethodCard
          title={`Flaky methods in ${environmentName}`}
          says={`Changed at least ${changesOfFlaky} times between passing and failing in ${lastRuns}.`}
          methods={data.flakyMethods}
          tells={({ changes, failures, runs }) =>
            `${plural(changes, 'change')}, failed in ${failures} of ${plural(runs, 'run')}`
          }
        />
      ) : null}
      {data.slowestMethods.length > 0 ? (
        <MethodCard
          title={`Slowest methods in ${environmentName}`}
          says={`By their median duration in ${lastRuns}.`}
          methods={data.slowestMethods}
          tells={({ medianDuration }) => formatDuration(Math.round(medianDuration ?? 0))}
        />
      ) : null}
    </>
  )
}

interface MethodCardProps {
  title: string
  says: string
  methods: readonly ApexMethodHistory[]
  tells: (method: ApexMethodHistory) => ReactNode
}

function MethodCard({ title, says, methods, tells }: MethodCardProps) {
  return (
    <Card title={title}>
      <p className="text-fg-2 px-4 pt-2">{says}</p>
      <ol className="px-4 py-2">
        {methods.map((method) => (
          <li key={nameOf(method)} className="flex flex-wrap justify-between gap-x-4 py-1">
            <span className="min-w-0 font-mono wrap-anywhere">{nameOf(method)}</span>
            <span className="text-fg-2 ml-auto tabular-nums">{tells(method)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const nameOf = ({ apexClassNamespace, apexClassName, methodName }: ApexMethodHistory): string =>
  [apexClassNamespace, apexClassName, methodName].filter((part) => part !== null).join('.')
