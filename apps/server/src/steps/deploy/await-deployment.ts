import { setImmediate as yieldEventLoop } from 'node:timers/promises'
import type { Connection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { cancelDeploy, checkDeploy } from '@sluice/salesforce/metadata/deploy'
import type {
  DeployMessage,
  DeployResult,
  DeployStatus,
  TestSuccess,
} from '@sluice/salesforce/metadata/deploy-result'
import { isTransientWhilePolling } from '@sluice/salesforce/polling'
import { JobFailure } from '../../durable/run-errors.ts'
import type { ProgressScope } from '../../durable/run.ts'
import { pauseAfter, pollDelayMs } from '../org/poll-delay.ts'
import type { JobSession } from '../session/job-session.ts'
import { UnreadableAnswers } from '../session/unreadable-answers.ts'

export interface TestMethod {
  /** Absent in outcomes that an earlier release recorded. */
  readonly classId?: string | null
  readonly namespace?: string | null
  readonly className: string
  readonly methodName: string
  readonly milliseconds: number
  readonly failure: { readonly message: string; readonly stackTrace: string | null } | null
}

/** How a deployment ended, reduced to what is kept. */
export interface DeployOutcome {
  readonly id: string
  readonly status: DeployStatus
  /** When the org was done, by its clock; absent in outcomes that an earlier release recorded. */
  readonly completedUtc?: string | null
  readonly errorMessage: string | null
  readonly errorStatusCode: string | null
  readonly failures: readonly DeployMessage[]
  /** Remarks on components that did deploy. */
  readonly warnings: readonly DeployMessage[]
  /** Salesforce's ids of the components, by type and full name. */
  readonly componentIds: Readonly<Record<string, string>>
  readonly tests: readonly TestMethod[]
  readonly coverageWarnings: readonly string[]
  readonly wasCancelledByUs: boolean
}

/** A deployment that an org has accepted. */
interface Deployment {
  readonly id: string
  readonly connection: Connection
}

/**
 * Waits for the org's last word. Lost answers and passing faults are no news about a deployment, and neither is our
 * own cancellation: it asks the org to cancel, and then what the org says is what happened.
 */
export async function awaitDeployment(
  session: JobSession,
  deployment: Deployment,
  { cancelAtOnce, title }: { readonly cancelAtOnce: boolean; readonly title: string },
): Promise<DeployOutcome> {
  const { run } = session
  const scope = run.progress.scope(title)
  const components = scope.child('Components', { unit: 'components' })
  const tests = scope.child('Tests', { unit: 'tests' })
  const shown = { components: 0, tests: 0 }
  let isCancelling = false
  let busyMs = 0
  let missedDetails = 0
  const unreadable = new UnreadableAnswers(unknownEnd(deployment.id))
  for (let polls = 0; !session.deadline.hasPassed; polls++) {
    const pauseMs = Math.min(Math.max(pollDelayMs(polls), busyMs), session.deadline.remainingMs)
    await session.ctx.clock.wait(pauseMs, run.stopSignal)
    if (!isCancelling && (cancelAtOnce || run.signal.aborted)) {
      isCancelling = true
      scope.setState('Cancelling')
      await requestCancel(deployment)
    }
    const status = await look(deployment, false)
    await run.faultPoint('deploy.poll')
    unreadable.note(status)
    busyMs = status instanceof Error ? pauseAfter(status, busyMs) : 0
    if (status instanceof Error) continue
    show(components, {
      total: status.numberComponentsTotal,
      done: status.numberComponentsDeployed + status.numberComponentErrors,
      before: shown.components,
    })
    show(tests, { total: status.numberTestsTotal, done: status.numberTestsCompleted, before: shown.tests })
    shown.components = status.numberComponentsDeployed + status.numberComponentErrors
    shown.tests = status.numberTestsCompleted
    if (status.numberComponentErrors > 0) components.setFailed(status.numberComponentErrors)
    if (status.numberTestErrors > 0) tests.setFailed(status.numberTestErrors)
    if (!isCancelling) scope.setState(status.stateDetail ?? status.status)
    if (!status.done) continue
    const final = await lookAtEnd(deployment, status, missedDetails)
    missedDetails += 1
    busyMs = final instanceof Error ? pauseAfter(final, busyMs) : 0
    if (final instanceof Error) continue
    for (const part of [components, tests, scope]) part.end()
    // Reading the results of thousands of components takes long: yield before and after.
    await yieldEventLoop()
    const outcome = outcomeOf(final, isCancelling)
    await yieldEventLoop()
    return outcome
  }
  throw new JobFailure('Salesforce did not finish the deployment in time.', `Deployment ${deployment.id}`)
}

const unknownEnd = (id: string) =>
  `The deployment ${id} goes on in the org, and what it does there is not recorded here: see Deployment Status in Setup.`

/** The error instead of the answer when it says nothing about the deployment. */
async function look({ id, connection }: Deployment, includeDetails: boolean): Promise<DeployResult | Error> {
  try {
    return await checkDeploy(connection, id, { includeDetails })
  } catch (error) {
    if (error instanceof Error && isTransientWhilePolling(error)) return error
    throw error
  }
}

/** How often the messages of a deployment that has ended are asked for before it counts without them. */
const mostMissedDetails = 5

/**
 * The messages of a deployment that has ended. How it ended is known already and must not be lost with them; only where a part
 * of it failed do they alone tell which.
 */
export async function lookAtEnd(
  deployment: Deployment,
  status: DeployResult,
  missed: number,
): Promise<DeployResult | Error> {
  const isClear = status.status === 'Succeeded' || status.status === 'Failed'
  try {
    const final = await look(deployment, true)
    return final instanceof Error && isClear && missed >= mostMissedDetails ? status : final
  } catch (error) {
    if (isClear && error instanceof SalesforceError && error.code === 'tooLarge') return status
    throw error
  }
}

async function requestCancel({ id, connection }: Deployment): Promise<void> {
  try {
    await cancelDeploy(connection, id)
  } catch (error) {
    // Too late, or not heard: the polls that follow tell how it ended.
    if (!(error instanceof SalesforceError)) throw error
  }
}

interface DeployCount {
  readonly total: number
  readonly done: number
  readonly before: number
}

function show(scope: ProgressScope, { total, done, before }: DeployCount): void {
  if (total > 0) scope.setTotal(total)
  if (done > before) scope.advance(done - before)
}

function outcomeOf(result: DeployResult, wasCancelledByUs: boolean): DeployOutcome {
  const tests = result.runTestResult
  const named = result.componentSuccesses.flatMap((message) =>
    message.id === null || message.componentType === null
      ? []
      : [[`${message.componentType}|${message.fullName}`, message.id]],
  )
  return {
    id: result.id,
    status: result.status,
    completedUtc: utcOf(result.completedDate),
    errorMessage: result.errorMessage,
    errorStatusCode: result.errorStatusCode,
    failures: result.componentFailures,
    warnings: result.componentSuccesses.filter((message) => message.problem !== null),
    componentIds: Object.fromEntries(named),
    tests: [
      ...(tests?.successes ?? []).map((test) => methodOf(test, null)),
      ...(tests?.failures ?? []).map((test) =>
        methodOf(test, { message: test.message, stackTrace: test.stackTrace }),
      ),
    ],
    coverageWarnings: (tests?.codeCoverageWarnings ?? []).map((warning) => warning.message),
    wasCancelledByUs,
  }
}

/** Null for a moment that the org does not give. */
function utcOf(moment: string | null): string | null {
  const time = Date.parse(moment ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function methodOf(
  { classId, namespace, className, methodName, timeMs }: TestSuccess,
  failure: TestMethod['failure'],
): TestMethod {
  return { classId, namespace, className, methodName, milliseconds: timeMs, failure }
}
