import {
  type ApexMethodHistory,
  type ApexTestHistory,
  type ApexTestRun,
  changesOfFlaky,
} from '@sluice/contract/apex-test-run'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { formatDuration } from '../../platform/format/duration.ts'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { coveragePercent } from './coverage-percent.ts'
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

type MeasuredRun = ApexTestHistory['coverage'][number]

const width = 600
const height = 100
/** Salesforce deploys Apex to production only when the tests reach so much of it. */
const requiredPercent = 75

interface CoverageChartProps {
  /** At least two, the oldest first. */
  runs: readonly [MeasuredRun, MeasuredRun, ...MeasuredRun[]]
  /** The run of the page, which has a dot. */
  shownRunId: string
}

/** The covered share of all lines over the runs of an environment. */
function CoverageChart({ runs, shownRunId }: CoverageChartProps) {
  const points = runs.map((run, index) => ({
    id: run.apexTestRunId,
    x: (index / (runs.length - 1)) * width,
    y: height - coveragePercent(run),
  }))
  const shown = points.find(({ id }) => id === shownRunId)
  const required = height - requiredPercent
  return (
    <figure className="px-4 py-3">
      <svg
        // A drawing inside the document; the element <img> needs a file.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={inWords(runs)}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="text-accent border-line h-24 w-full overflow-visible border-b"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path
          d={`M0 ${required}H${width}`}
          className="text-line-strong"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        {shown ? (
          <path d={`M${shown.x} ${shown.y}h0`} strokeWidth="9" vectorEffect="non-scaling-stroke" />
        ) : null}
      </svg>
      <figcaption className="text-12 text-fg-2 flex flex-wrap justify-between gap-x-4 gap-y-1 pt-2 tabular-nums">
        <EndOfChart run={runs[0]} />
        <span>{`Dashed: the ${requiredPercent} % that production requires`}</span>
        <EndOfChart run={lastOf(runs)} />
      </figcaption>
    </figure>
  )
}

const EndOfChart = ({ run }: { run: MeasuredRun }) => (
  <span>
    {`${coveragePercent(run)} %, `}
    <Timestamp moment={run.createdUtc} />
  </span>
)

const lastOf = (runs: CoverageChartProps['runs']): MeasuredRun => runs.at(-1) ?? runs[0]

function inWords(runs: CoverageChartProps['runs']): string {
  const [first, last] = [coveragePercent(runs[0]), coveragePercent(lastOf(runs))]
  const change = first === last ? `stayed at ${last} %` : `went from ${first} % to ${last} %`
  return `Coverage ${change} over ${runs.length} test runs`
}
