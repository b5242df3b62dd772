import type { Connection } from '@sluice/salesforce/connection'
import {
  type TestRunRequest,
  type TestRunState,
  listTestClasses,
  listTestRuns,
} from '@sluice/salesforce/tooling/apex-tests'
import type { Reconciled } from '../../durable/run.ts'
import type { Deadline } from '../../platform/deadline.ts'
import { whileBrieflyTransient } from '../../steps/session/transient-retry.ts'

/** What is written down before tests are started, so that their run can be found again. */
export interface TestRunIntent {
  /** Our clock; the org's may differ by some minutes. ISO time. */
  readonly sinceUtc: string
  readonly userId: string
  readonly request: TestRunRequest
  /** Runs of the same user that were there before. */
  readonly knownIds: readonly string[]
}

const clockMarginMs = 10 * 60_000
/** How long a request that was still on its way may need to show up among the runs of the org. */
const settleMs = 10_000
const lookEveryMs = 1_000

interface Look {
  readonly connection: Connection
  readonly signal: AbortSignal
  readonly deadline: Deadline
}

export async function testRunsOf(
  look: Look,
  { sinceUtc, userId }: Pick<TestRunIntent, 'sinceUtc' | 'userId'>,
): Promise<TestRunState[]> {
  const createdAfter = new Date(Date.parse(sinceUtc) - clockMarginMs)
  const { connection, signal } = look
  return await whileBrieflyTransient(
    () => listTestRuns(connection, { createdAfter, userId }, { signal }),
    look,
  )
}

/**
 * Whether the tests of an intent were started. No new run after the settle time: the request never arrived. One new run with the
 * classes that were asked for: it is ours. Anything else is ambiguous, and nothing is ever started again.
 */
export async function findTestRun(look: Look, intent: TestRunIntent): Promise<Reconciled<string>> {
  const settling = look.deadline.within(settleMs)
  for (;;) {
    const known = new Set(intent.knownIds)
    const found = (await testRunsOf(look, intent)).filter(({ id }) => !known.has(id))
    const [only] = found
    if (only !== undefined && found.length === 1) {
      const classes = await classesOf(look, only.id)
      return mayBeOf(intent.request, classes) ? { done: only.id } : 'ambiguous'
    }
    if (settling.hasPassed) return found.length === 0 ? 'notDone' : 'ambiguous'
    await look.deadline.clock.wait(lookEveryMs, look.signal)
  }
}

const classesOf = (look: Look, id: string): Promise<string[]> =>
  whileBrieflyTransient(() => listTestClasses(look.connection, id, { signal: look.signal }), look)

/** Whether a run of these classes can be the requested one. A request by level or suite does not tell its classes. */
export function mayBeOf({ classNames, suiteNames }: TestRunRequest, classes: readonly string[]): boolean {
  const ran = new Set(classes.map((name) => name.toLowerCase()))
  const asked = new Set(classNames.map((name) => name.toLowerCase()))
  const hasAll = [...asked].every((name) => ran.has(name))
  return hasAll && (asked.size === 0 || suiteNames.length > 0 || ran.size === asked.size)
}
