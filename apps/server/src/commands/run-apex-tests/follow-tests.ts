import {
  type ApexTestResult,
  type ApexTestRun,
  apexTestResult,
  apexTestRun,
  isFinal,
} from '@sluice/contract/apex-test-run'
import type { Connection } from '@sluice/salesforce/connection'
import { isTransientWhilePolling } from '@sluice/salesforce/polling'
import {
  fetchApexCoverage,
  fetchTestOutcomes,
  fetchTestResults,
} from '@sluice/salesforce/tooling/apex-test-results'
import { type TestRunState, abortTestRun, fetchTestRun } from '@sluice/salesforce/tooling/apex-tests'
import {
  type EndOfTestRun,
  type TestRunProgress,
  endTestRun,
  updateTestRun,
} from '../../apex-test-runs/apex-test-run-store.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { pauseAfter, pollDelayMs } from '../../steps/org/poll-delay.ts'
import { whileTransient } from '../../steps/session/transient-retry.ts'
import { UnreadableAnswers } from '../../steps/session/unreadable-answers.ts'
import type { Testing } from './start-tests.ts'

interface StartedTests extends Testing {
  /** The id in Salesforce. */
  readonly testRunId: string
  readonly apexTestRunId: string
}

type Status = ApexTestRun['status']

/** Waits for the end of a run, shows how far it is, and stores its results. A cancellation aborts the run in the org. */
export async function followTests(tests: StartedTests): Promise<Status> {
  const { run } = tests.session
  try {
    return await recorded(tests, 'tests', false)
  } catch (error) {
    // The job was cancelled just before the waiting began: the org runs the tests all the same.
    if (error instanceof Error && error.name === 'RunCancelledError')
      return await run.uncancellable(() => recorded(tests, 'cancelled tests', true))
    if (!(error instanceof Error && error.name.startsWith('Run'))) await giveUp(tests)
    throw error
  }
}

async function recorded(tests: StartedTests, name: string, abortsAtOnce: boolean): Promise<Status> {
  const { run, job } = tests.session
  let end: EndOfTestRun | undefined
  return await run.step(
    name,
    async () => {
      end = await awaitEnd(tests, abortsAtOnce)
      return end.status
    },
    async (tx) => {
      if (end) await endTestRun(tx, { workspaceId: job.workspaceId, id: tests.apexTestRunId }, end)
    },
  )
}

/** The job can no longer ask about the run; it must not look as if it went on for ever. */
async function giveUp({ session, apexTestRunId: id }: StartedTests): Promise<void> {
  const { run, job } = session
  const end = { status: 'Failed', startedUtc: null, methods: [], coverage: null } as const
  await run.uncancellable(() =>
    run.transaction('give up the test run', async (tx) => {
      await endTestRun(tx, { workspaceId: job.workspaceId, id }, end)
      return null
    }),
  )
}

async function awaitEnd(tests: StartedTests, abortsAtOnce: boolean): Promise<EndOfTestRun> {
  const { session, environment, org, testRunId } = tests
  const { ctx, run, deadline } = session
  const connection = await session.org(environment.id, org.apiVersion)
  const scope = run.progress.scope('Run tests', { unit: 'tests' })
  const shown = { done: 0, last: '' }
  let isAborting = false
  let busyMs = 0
  const unreadable = new UnreadableAnswers(`The test run ${testRunId} goes on in the org.`)
  for (let polls = 0; !deadline.hasPassed; polls++) {
    await ctx.clock.wait(Math.min(Math.max(pollDelayMs(polls), busyMs), deadline.remainingMs), run.stopSignal)
    try {
      if (!isAborting && (abortsAtOnce || run.signal.aborted)) {
        scope.setState('Cancelling')
        await abortTestRun(connection, testRunId)
        isAborting = true
      }
      const state = await fetchTestRun(connection, testRunId)
      await run.faultPoint('tests.poll')
      busyMs = 0
      unreadable.note(state)
      if (state === null) continue
      const progress = await progressOf(connection, state)
      const seen = JSON.stringify(progress)
      if (seen !== shown.last) await show(tests, progress)
      shown.last = seen
      scope.setTotal(progress.methodsEnqueued)
      scope.advance(progress.outcomes.length - shown.done)
      shown.done = progress.outcomes.length
      if (!isFinal(progress)) continue
      scope.end()
      return await endOf(tests, connection, progress)
    } catch (error) {
      if (!(error instanceof Error) || !isTransientWhilePolling(error)) throw error
      unreadable.note(error)
      busyMs = pauseAfter(error, busyMs)
    }
  }
  throw new JobFailure('Salesforce did not finish the tests in time.', `Test run ${testRunId}`)
}

async function progressOf(connection: Connection, state: TestRunState): Promise<TestRunProgress> {
  const status = statusOf(state.status)
  const hasBegun = status !== 'Queued' && status !== 'Preparing'
  const outcomes = hasBegun ? await fetchTestOutcomes(connection, state.id) : []
  return {
    status,
    // The counters of Salesforce lag behind the results.
    methodsEnqueued: Math.max(state.methodsEnqueued, outcomes.length),
    outcomes: outcomes.map((outcome) => outcomeOf(outcome)),
    startedUtc: hasBegun && state.startTime !== null ? new Date(state.startTime) : null,
  }
}

/** A final status is written with the results. */
async function show(tests: StartedTests, progress: TestRunProgress): Promise<void> {
  if (isFinal(progress)) return
  const { ctx, job } = tests.session
  const { workspaceId } = job
  await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    updateTestRun(tx, { workspaceId, id: tests.apexTestRunId }, progress),
  )
}

async function endOf(
  tests: StartedTests,
  connection: Connection,
  { status, startedUtc }: TestRunProgress,
): Promise<EndOfTestRun> {
  const { session, input, testRunId } = tests
  const retry = { signal: session.run.stopSignal, deadline: session.deadline }
  const results = await whileTransient(() => fetchTestResults(connection, testRunId), retry)
  const measures = !input.noCodeCoverage && status !== 'Aborted'
  return {
    status,
    startedUtc,
    methods: results.map(({ outcome, ...method }) => ({ ...method, outcome: outcomeOf(outcome) })),
    coverage: measures ? await whileTransient(() => fetchApexCoverage(connection), retry) : null,
  }
}

/** `Holding` waits like a queued run. */
const statusOf = (status: string): Status => apexTestRun.shape.status.safeParse(status).data ?? 'Queued'

const outcomeOf = (outcome: string): ApexTestResult['outcome'] =>
  apexTestResult.shape.outcome.safeParse(outcome).data ?? 'Fail'
