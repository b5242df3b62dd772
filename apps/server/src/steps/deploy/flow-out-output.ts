import type {
  ComponentResult,
  DeployAttempt,
  FlowOutResult,
} from '@sluice/contract/job-commands/flow-out-result'
import { countsOfDeployment } from '@sluice/contract/job-commands/deployment-counts'
import type { JobSummary } from '@sluice/contract/job'
import { type ComponentIdentity, componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { mapYielding } from '../../platform/map-yielding.ts'
import type { Snapshot } from '../parity/record-parity.ts'
import { type UndeployedComponent, entriesOf } from '../parity/undeployed-components.ts'
import type { Attempt, LoopResult } from './attempt-loop.ts'
import type { OverwrittenComponents } from './clobber/clobber-finding.ts'
import { isOutside } from './clobber/clobbered-components.ts'
import { diffResultOf } from './diff-result.ts'
import { problemsByComponent } from './entries-left-out.ts'
import { failedTestsOf } from './failed-tests.ts'
import { mapProblems } from './failure-mapping.ts'
import { whatIsDeployed } from './what-is-deployed.ts'

export interface OutputRequest {
  readonly isCheckOnly: boolean
  readonly changes: readonly ComponentChange[]
  /** The changes in the parts in which they are deployed. */
  readonly parts: readonly (readonly ComponentChange[])[]
  readonly onlyInOrg: readonly ComponentIdentity[]
  readonly unchanged: number | null
  readonly loop: LoopResult
  readonly undeployed: readonly (UndeployedComponent & { readonly isNew: boolean })[]
  readonly clobber: OverwrittenComponents
  readonly validation: FlowOutResult['validation']
  readonly apiVersion: string
  readonly newChanges: FlowOutResult['newChanges']
  readonly snapshot: Snapshot | null
}

/** The result of a flow out. Lists of thousands of components are made without blocking the event loop. */
export async function flowOutOutput(request: OutputRequest): Promise<FlowOutResult> {
  const { changes, loop } = request
  const isSuccessful = loop.verdict === 'succeeded'
  const leftOut = new Set(
    request.undeployed.filter((one) => entriesOf(one) === null).map((component) => componentKey(component)),
  )
  const offered = changes.filter((change) => !leftOut.has(componentKey(change.identity)))
  const inOrg = isSuccessful ? null : new Set(request.parts.slice(0, loop.partsDone).flat())
  const deployed = inOrg === null ? offered : offered.filter((change) => inOrg.has(change))
  const isDeployed = isSuccessful ? isOutside(changes, leftOut) : () => true
  const diffResult = await diffResultOf(changes)
  const attempts = []
  for (const attempt of loop.attempts) attempts.push(await attemptOf(attempt, request))
  const { failures, excluded } = await divide(request)
  const lastResults = lastResultsOf(loop.attempts, changes)
  const settled = (change: ComponentChange) => ({ ...lastResults(change), filePaths: [...change.paths] })
  const settledResults = {
    failures,
    successes: await mapYielding(deployed, settled),
    excludedComponents: excluded.map(identityOf),
    notDeployed: await mapYielding(
      inOrg === null ? [] : offered.filter((change) => !inOrg.has(change)),
      settled,
    ),
  }
  const { added, modified, deleted } = countsOfDeployment(settledResults)
  return {
    isSuccessful,
    isCheckOnly: request.isCheckOnly,
    diffResult,
    attempts,
    ...settledResults,
    onlyInOrg: [...request.onlyInOrg],
    confirmedClobber: request.clobber.confirmed.filter(isDeployed),
    potentialClobber: request.clobber.potential.filter(isDeployed),
    newChanges: request.newChanges,
    environmentSnapshot: request.snapshot,
    validation: request.validation,
    reachedMaximumNumberAttempts: loop.reasons.includes('reachedMaximumNumberAttempts'),
    reachedOnlyFailures: loop.reasons.includes('reachedOnlyFailures'),
    reachedRepeatedState: loop.reasons.includes('reachedRepeatedState'),
    allOrNothingAttemptFailed: loop.reasons.includes('allOrNothingAttemptFailed'),
    lastAttemptFailed: loop.reasons.includes('lastAttemptFailed'),
    stats: {
      added,
      modified,
      deleted,
      unchanged: request.unchanged,
      items: changes.reduce((total, change) => total + change.contentItems.length, 0),
      attempts: loop.attempts.length,
      succeeded: deployed.length,
      failed: failures.length,
      totalComponents: changes.length,
    },
  }
}

const namesInSummary = 2

/** What a flow out did, for lists of jobs. */
export function summaryOfFlowOut(output: FlowOutResult): JobSummary {
  const { successes, failures, excludedComponents, attempts } = output
  const named = successes.length > 0 ? successes : failures
  return {
    changed: successes.length,
    names: named.slice(0, namesInSummary).map(({ componentName }) => componentName),
    leftOut: failures.length + excludedComponents.length,
    hasFailedTests: attempts.at(-1)?.apexTestRun?.hasFailedTests ?? false,
    deployment: countsOfDeployment(output),
  }
}

const isExcluded = ({ reason }: UndeployedComponent): boolean =>
  reason === 'LeftOut' || reason === 'OfferedAgain'

/** What stays out because people left it out, and what failed or can never be deployed. */
async function divide({ changes, undeployed }: OutputRequest) {
  const pathsOf = new Map(changes.map((change) => [componentKey(change.identity), change.paths]))
  const failures = await mapYielding(
    undeployed.filter((one) => !isExcluded(one)),
    (one) => ({
      ...identityOf(one),
      changeType: one.changeType,
      componentId: one.componentId,
      problems: [...one.problems],
      isNew: one.isNew,
      failingSinceCommit: one.failingSinceCommitHash,
      reason: one.reason,
      filePaths: [...(pathsOf.get(componentKey(one)) ?? [])],
    }),
  )
  return { failures, excluded: undeployed.filter(isExcluded) }
}

function identityOf({ packageName, componentType, componentName }: ComponentIdentity): ComponentIdentity {
  return { packageName, componentType, componentName }
}

async function attemptOf(attempt: Attempt, { changes, apiVersion }: OutputRequest): Promise<DeployAttempt> {
  const { outcome } = attempt
  const included = changes.filter(
    (change) =>
      change.undeployableReason === undefined && !attempt.excluded.has(componentKey(change.identity)),
  )
  const failedCount = outcome.tests.filter((test) => test.failure !== null).length
  const coverage = outcome.coverageWarnings.join('\n')
  return {
    number: attempt.number,
    deploymentId: outcome.id,
    isValidation: attempt.isValidation,
    isSuccessful: attempt.isSuccessful,
    errorMessage: outcome.errorMessage ?? (attempt.isSuccessful || coverage === '' ? null : coverage),
    errorStatusCode: outcome.errorStatusCode,
    fileFailures: [...attempt.problems.unmapped],
    apexTestRun:
      outcome.tests.length === 0
        ? null
        : {
            hasFailedTests: failedCount > 0,
            failedCount,
            failedTests: failedTestsOf(outcome, included),
          },
    apiVersion,
    components: await mapYielding(included, resultsOf(attempt, changes)),
    diffResult: await diffResultOf(included),
  }
}

/** How the last attempt that had a component ended for it: a divided flow out has each in one of its parts. */
function lastResultsOf(attempts: readonly Attempt[], changes: readonly ComponentChange[]) {
  const none = resultsOf(undefined, changes)
  const results = attempts.map((attempt) => ({ attempt, of: resultsOf(attempt, changes) }))
  return (change: ComponentChange): ComponentResult => {
    const key = componentKey(change.identity)
    return (results.findLast(({ attempt }) => !attempt.excluded.has(key))?.of ?? none)(change)
  }
}

/** How an attempt ended for each component: what failed in it, else the remarks on it. */
function resultsOf(attempt: Attempt | undefined, changes: readonly ComponentChange[]) {
  const remarks = mapProblems(attempt?.outcome.warnings ?? [], changes).byKey
  const failed = problemsByComponent(attempt?.problems.byKey ?? new Map())
  return (change: ComponentChange): ComponentResult => {
    const key = componentKey(change.identity)
    const { componentType, componentName } = change.identity
    return {
      ...change.identity,
      changeType: change.changeType,
      componentId: attempt?.outcome.componentIds[`${componentType}|${componentName}`] ?? null,
      problems: [...(failed.get(key) ?? remarks.get(key) ?? [])],
    }
  }
}

/** The sentence of the job's error for each way in which the attempts can end, with what a divided flow out has deployed before. */
export function failureMessage(loop: LoopResult): string {
  const { partsDone } = loop
  return partsDone === 0 ? reasonOf(loop) : `${reasonOf(loop)} ${whatIsDeployed(partsDone)}`
}

function reasonOf(loop: LoopResult): string {
  const last = loop.attempts.at(-1)
  if (last?.outcome.tests.some((test) => test.failure !== null) === true) return 'One or more tests failed.'
  if (loop.reasons.includes('allOrNothingAttemptFailed')) {
    return 'An all-or-nothing deployment was requested, but some components failed.'
  }
  if (loop.reasons.includes('reachedOnlyFailures')) return 'No components could be deployed.'
  if (loop.reasons.includes('reachedRepeatedState')) return 'Consecutive attempts gave the same failures.'
  if (loop.reasons.includes('reachedMaximumNumberAttempts'))
    return 'The maximum number of attempts was reached.'
  return last?.outcome.errorMessage ?? 'The last attempt failed.'
}
