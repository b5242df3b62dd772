import { readSources } from '../apex-tests/read-sources.ts'
import { readTestRules } from '../apex-tests/rules.ts'
import { runTests } from '../apex-tests/run-tests.ts'
import { runTestsResult } from '../apex-tests/run-tests-result.ts'
import { selectTests } from '../apex-tests/select-tests.ts'
import type { ApexSource } from '../apex-tests/source.ts'
import { finishRun, startRun } from '../apex-tests/test-run-records.ts'
import { json, restError } from '../http/answers.ts'
import { readJson } from '../http/request.ts'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import type { RestCall } from './rest-door.ts'
import { wording } from '../wording.ts'

/**
 * POST tooling/runTestsAsynchronous: the id of the run (707…) as a bare JSON string; the run
 * goes on behind the answer and shows in ApexTestRunResult and ApexTestQueueItem. 400
 * INVALID_INPUT for unknown classes or no tests, 400 ALREADY_IN_PROCESS for a class that waits
 * or runs.
 */
export async function runTestsAsynchronous({ practice, org, session, call }: RestCall): Promise<Answer> {
  const given = await readJson(call)
  const sources = await sourcesOf(org)
  const selection = await selectTests(org, sources, given)
  if (selection.length === 0) return restError(400, 'INVALID_INPUT', wording.tests.none)
  const known = new Map(sources.map((source) => [source.name.toLowerCase(), source.id]))
  const unknown = selection.find((test) => !known.has(test.className.toLowerCase()))
  if (unknown) return restError(400, 'INVALID_INPUT', wording.tests.unknownClass(unknown.className))
  const busy = selection.find((test) => isEnqueued(org, known.get(test.className.toLowerCase())))
  if (busy) return restError(400, 'ALREADY_IN_PROCESS', wording.tests.enqueued(busy.className))
  const isAll = given.testLevel === 'RunAllTestsInOrg'
  const records = await startRun(org, { userId: session.userId, selection, classIds: known, isAll })
  const work = async (): Promise<void> => {
    await practice.takeTime(2_000)
    records.result.Status = 'Processing'
    for (const item of records.items.values()) item.Status = 'Processing'
    await practice.faults.whileHeld('runTests', org.info.id)
    await practice.takeTime(1_000 * selection.length)
    await finishRun(org, records, runTests(sources, selection, await readTestRules(org.folder)))
  }
  practice.behind(`test run ${records.jobId}`, work())
  return json(200, records.jobId)
}

/**
 * POST tooling/runTestsSynchronous: answered with its result, numbers as JSON numbers; writes
 * no records.
 */
export async function runTestsSynchronous({ org, call }: RestCall): Promise<Answer> {
  const given = await readJson(call)
  const sources = await sourcesOf(org)
  const selection = await selectTests(org, sources, given)
  const run = runTests(sources, selection, await readTestRules(org.folder))
  return json(200, { apexLogId: null, ...runTestsResult(run) })
}

async function sourcesOf(org: Org): Promise<ApexSource[]> {
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
