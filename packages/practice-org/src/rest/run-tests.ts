import { readTestRules } from '../apex-tests/rules.ts'
import { runTests } from '../apex-tests/run-tests.ts'
import { runTestsResult } from '../apex-tests/run-tests-result.ts'
import { selectTests } from '../apex-tests/select-tests.ts'
import { apexSourcesOf, startTestRun } from '../apex-tests/start-test-run.ts'
import { json, restError } from '../http/answers.ts'
import { readJson } from '../http/request.ts'
import type { Answer } from '../http/request.ts'
import { settleAborted } from '../apex-tests/test-run-records.ts'
import type { RestCall } from './rest-door.ts'
import { updateRecord } from './sobjects.ts'

/**
 * POST tooling/runTestsAsynchronous: the id of the run (707…) as a bare JSON string; the run
 * goes on behind the answer and shows in ApexTestRunResult and ApexTestQueueItem. 400
 * INVALID_INPUT for unknown classes or no tests, 400 ALREADY_IN_PROCESS for a class that waits
 * or runs.
 */
export async function runTestsAsynchronous({ practice, org, session, call }: RestCall): Promise<Answer> {
  const wanted = await readJson(call)
  const run = await startTestRun(practice, org, { userId: session.userId, wanted })
  return 'refusal' in run ? restError(400, run.code, run.refusal) : json(200, run.jobId)
}

/**
 * POST tooling/runTestsSynchronous: answered with its result, numbers as JSON numbers; writes
 * no records.
 */
export async function runTestsSynchronous({ org, call }: RestCall): Promise<Answer> {
  const given = await readJson(call)
  const sources = await apexSourcesOf(org)
  const selection = await selectTests(org, sources, given)
  const run = runTests(sources, selection, await readTestRules(org.folder))
  return json(200, { apexLogId: null, ...runTestsResult(run) })
}

/** PATCH tooling/sobjects/ApexTestQueueItem/<id>: 204; the status Aborted takes the class out of its run, which ends with its last class. */
export async function updateQueueItem(rest: RestCall): Promise<Answer> {
  const [id = ''] = rest.call.params
  const call = { ...rest.call, params: ['ApexTestQueueItem', id] }
  const answer = await updateRecord({ ...rest, call }, 'tooling')
  await settleAborted(rest.org, id)
  return answer
}
