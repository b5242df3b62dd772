import type { ComponentProblem } from '@sluice/contract/component'
import { diagnose } from '@sluice/contract/deployment-errors/diagnose'
import { type Failure, type RootCause, rootCauses } from '@sluice/contract/deployment-errors/root-causes'
import type { JobWithNotices } from '@sluice/contract/job'
import {
  type DeploymentCounts,
  countsOfDeployment,
  deploymentSentence,
} from '@sluice/contract/job-commands/deployment-counts'
import { type FlowOutResult, flowOutVerdict } from '@sluice/contract/job-commands/flow-out-result'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { useMemo } from 'react'
import { plural } from '../../../platform/format/plural.ts'
import { StatusText } from '../../../platform/ui/status.tsx'
import { placeOf } from '../../jobs/component-problems.tsx'
import { OverwrittenComponents } from '../../jobs/overwritten-components.tsx'
import { Facts } from '../../jobs/result-section.tsx'
import { CommitRange } from '../../repository/commit-range.tsx'
import type { CommitPair } from '../../repository/history.query.ts'
import { DeployNow } from './deploy-now.tsx'
import { FailedTests } from './failed-tests.tsx'
import { FailureCauses } from './failure-causes.tsx'
import { FlowOutAttempts } from './flow-out-attempts.tsx'
import { FlowOutComponentTable } from './flow-out-component-table.tsx'
import { RerunFailedButton } from './rerun-failed-button.tsx'
import { SnapshotLink, ViewDifference } from './result-links.tsx'
import { ResultSentence } from './result-sentence.tsx'

interface FlowOutResultViewProps {
  job: JobWithNotices
  result: FlowOutResult
  /** The commits of a flow merge; null when they were not pushed. Undefined for a flow out, whose result has its own. */
  commits?: CommitPair | null
}

/** What a flow out deployed, what failed, and why it stopped. */
export function FlowOutResultView({ job, result, commits }: FlowOutResultViewProps) {
  const reasons = flowOutReasons(result)
  const causes = useMemo(() => causesOf(result), [result])
  const pair = commits ?? pairOf(result)
  return (
    <>
      <ResultSentence
        status={statusOf(result)}
        sentence={flowOutSentence(result)}
        text={flowOutText(result)}
        actions={
          <>
            {pair?.from === undefined ? null : <ViewDifference pair={pair} />}
            <RerunFailedButton job={job} result={result} isInBranch={commits !== null} />
          </>
        }
      />
      <FailedTests job={job} result={result} commitHash={pair?.to ?? null} />
      <Facts facts={factsOf(result, job)} />
      {reasons.length > 0 ? (
        <ul className="list-disc px-4 pb-3 pl-8">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
      <DeployNow job={job} result={result} />
      <FailureCauses causes={causes} commitHash={pair?.to ?? null} />
      <FlowOutComponentTable jobId={job.id} result={result} pair={pair} />
      <OverwrittenComponents result={result} />
      <FlowOutAttempts job={job} attempts={result.attempts} />
    </>
  )
}

function statusOf(result: FlowOutResult): DisplayStatus {
  const verdict = flowOutVerdict(result)
  return verdict === 'failed' ? 'Failed' : verdict === 'successful' ? 'Succeeded' : 'Warning'
}

function pairOf({ newChanges }: FlowOutResult): CommitPair | null {
  if (newChanges === null) return null
  const { sinceCommitHash: from, untilCommitHash: to } = newChanges
  return { to, ...(from === null ? {} : { from }) }
}

function factsOf(result: FlowOutResult, { mainEnvironmentId }: JobWithNotices) {
  const verdict = flowOutVerdict(result)
  const label = verdict.charAt(0).toUpperCase() + verdict.slice(1)
  return [
    {
      label: 'Outcome',
      value: (
        <StatusText status={statusOf(result)} label={result.isCheckOnly ? `${label} (check-only)` : label} />
      ),
    },
    ...countedFacts(countsOfDeployment(result), result.isCheckOnly),
    { label: 'Attempts', value: plural(result.attempts.length, 'attempt') },
    {
      label: 'Commits',
      value: result.newChanges ? <CommitRange range={result.newChanges} /> : '—',
    },
    {
      label: 'Snapshot',
      value: <SnapshotLink environmentId={mainEnvironmentId} snapshot={result.environmentSnapshot} />,
    },
  ]
}

/** What happened in the org; of a check-only flow out what the org accepted. What is nothing but rare is not named. */
function countedFacts(counts: DeploymentCounts, isCheckOnly: boolean) {
  const { added, modified, deleted, leftOut, failed, notDeployable, notDeployed } = counts
  const always: readonly (readonly [string, number])[] = isCheckOnly
    ? [
        ['Would be added', added],
        ['Would be modified', modified],
        ['Would be deleted', deleted],
      ]
    : [
        ['Added', added],
        ['Modified', modified],
        ['Deleted', deleted],
      ]
  const rest: readonly (readonly [string, number])[] = [
    ['Left out', leftOut],
    ['Failed', failed],
    ['Not deployable', notDeployable],
    [isCheckOnly ? 'Not validated' : 'Not deployed', notDeployed],
  ]
  return [...always, ...rest.filter(([, count]) => count > 0)].map(([label, value]) => ({ label, value }))
}

/** What a flow out did, in one sentence for each thing that a person has to know first. */
const flowOutSentence = (result: FlowOutResult): string =>
  deploymentSentence(countsOfDeployment(result), result) + stayedOut(result.failures)

/** The first component that failed with its first error, and how many others did. */
function stayedOut(failures: FlowOutResult['failures']): string {
  const [first, ...others] = failures
  if (first === undefined) return ''
  const error = first.problems.find(({ type }) => type === 'Error') ?? first.problems[0]
  const line = typeof error?.line === 'number' ? `line ${error.line}, ` : ''
  const why = error === undefined ? '' : `: ${line}${error.description.replace(/\.$/, '')}`
  const more = others.length === 0 ? '' : ` ${plural(others.length, 'other')} stayed out too.`
  return ` ${first.componentName} stayed out${why}.${more}`
}

/** The sentence, why the flow out stopped short, the causes, and each failed component with what Salesforce said. */
function flowOutText(result: FlowOutResult): string {
  const causes = causesOf(result).map(({ title, wayOut, affected }) =>
    [
      `${title} (${plural(affected.length, 'failure')})`,
      ...(wayOut === null ? [] : [`  What to do: ${wayOut}`]),
    ].join('\n'),
  )
  const failed = result.failures.map(({ componentType, componentName, problems }) => {
    const lines = problems.map((problem) => {
      const place = placeOf(problem)
      return `  ${place === '' ? '' : `${place}: `}${problem.description}`
    })
    return [`${componentType} ${componentName}`, ...lines].join('\n')
  })
  return [flowOutSentence(result), ...flowOutReasons(result), ...causes, ...failed].join('\n')
}

type Failed = Pick<FlowOutResult, 'failures' | 'attempts' | 'isSuccessful'>

/** The reasons for which components of a flow out failed, or the flow out as a whole. */
const causesOf = (result: Failed): RootCause[] => rootCauses(failuresOf(result))

function failuresOf({ failures, attempts, isSuccessful }: Failed): Failure[] {
  const last = attempts.at(-1)
  return [
    ...failures.flatMap(({ packageName, componentType, componentName, problems }) =>
      problems.map((problem) => ({ component: { packageName, componentType, componentName }, problem })),
    ),
    ...(last?.fileFailures ?? []).map((problem) => ({ component: null, problem })),
    ...(isSuccessful ? [] : knownErrors(last?.errorMessage ?? null)),
  ]
}

/** Of the error of a whole deployment only what the rule book knows: the attempts show the rest. */
const knownErrors = (message: string | null): Failure[] =>
  (message ?? '')
    .split('\n')
    .filter((line) => diagnose(line).ruleId !== null)
    .map((line) => ({ component: null, problem: { ...emptyProblem, description: line } }))

const emptyProblem: ComponentProblem = {
  type: 'Error',
  description: '',
  archiveFilePath: null,
  line: null,
  column: null,
}

type Flags = Pick<
  FlowOutResult,
  | 'reachedMaximumNumberAttempts'
  | 'reachedOnlyFailures'
  | 'reachedRepeatedState'
  | 'allOrNothingAttemptFailed'
  | 'lastAttemptFailed'
  | 'attempts'
>

/** Why a flow out stopped short, in sentences. */
export function flowOutReasons(result: Flags): string[] {
  const hasFailedTests = result.attempts.at(-1)?.apexTestRun?.hasFailedTests ?? false
  const reasons: [boolean, string][] = [
    [result.reachedMaximumNumberAttempts, 'The maximum number of attempts was reached.'],
    [result.reachedOnlyFailures, 'No components could be deployed.'],
    [result.reachedRepeatedState, 'Consecutive attempts gave the same failures.'],
    [
      result.allOrNothingAttemptFailed,
      'An all-or-nothing deployment was requested, but some components failed to deploy.',
    ],
    [result.lastAttemptFailed, 'The last attempt failed.'],
    [hasFailedTests, 'One or more tests failed.'],
  ]
  return reasons.flatMap(([applies, sentence]) => (applies ? [sentence] : []))
}
