import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { wording } from '../wording.ts'
import { readSources } from './read-sources.ts'
import { readTestRules } from './rules.ts'
import { runTests } from './run-tests.ts'
import type { TestSelection } from './run-tests.ts'
import { selectTests } from './select-tests.ts'
import type { ApexSource } from './source.ts'
import { beginRun, finishClass, finishRun, startRun, stopsBefore } from './test-run-records.ts'

/** A run that began, or why it did not: a REST error code and its text. */
type StartedRun = { jobId: string } | { code: string; refusal: string }

/**
 * Starts tests as a person; `wanted` is the body of tooling/runTestsAsynchronous. The run goes on behind the answer and
 * shows in its records.
 */
export async function startTestRun(
  practice: Practice,
  org: Org,
  { userId, wanted }: { userId: string; wanted: Record<string, unknown> },
): Promise<StartedRun> {
  const sources = await apexSourcesOf(org)
  const selection = await selectTests(org, sources, wanted)
  if (selection.length === 0) return { code: 'INVALID_INPUT', refusal: wording.tests.none }
  const known = new Map(sources.map((source) => [source.name.toLowerCase(), source.id]))
  const unknown = selection.find((test) => !known.has(test.className.toLowerCase()))
  if (unknown) return { code: 'INVALID_INPUT', refusal: wording.tests.unknownClass(unknown.className) }
  const busy = selection.find((test) => isEnqueued(org, known.get(test.className.toLowerCase())))
  if (busy) return { code: 'ALREADY_IN_PROCESS', refusal: wording.tests.enqueued(busy.className) }
  const isAll = wanted.testLevel === 'RunAllTestsInOrg'
  const records = await startRun(org, {
    userId,
    selection,
    classIds: known,
    isAll,
    skipsCoverage: wanted.skipCodeCoverage === true,
  })
  const work = async (): Promise<void> => {
    await practice.takeTime(2_000)
    const rules = await readTestRules(org.folder)
    const planned = runTests(sources, selection, rules)
    beginRun(records, planned.outcomes.length)
    const ran: TestSelection[] = []
    for (const tests of selection) {
      await practice.faults.whileHeld('runTests', org.info.id)
      await practice.takeTime(1_000)
      if (stopsBefore(records, tests, wanted.maxFailedTests)) continue
      finishClass(org, records, runTests(sources, [tests], rules).outcomes)
      ran.push(tests)
    }
    await finishRun(org, records, runTests(sources, ran, rules))
  }
  practice.runInBackground(`test run ${records.jobId}`, work())
  return { jobId: records.jobId }
}

/** The classes and triggers of an org that tests may touch. */
export async function apexSourcesOf(org: Org): Promise<ApexSource[]> {
  return readSources({ list: (type) => org.store.list(type), read: (path) => org.store.read(path) })
}

/** A class may wait in one run only. */
function isEnqueued(org: Org, classId: string | undefined): boolean {
  return org.records
    .all('ApexTestQueueItem')
    .some(
      (item) => item.ApexClassId === classId && (item.Status === 'Queued' || item.Status === 'Processing'),
    )
}
