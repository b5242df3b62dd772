import type { RunApexTestsInput } from '@sluice/contract/job-commands/run-apex-tests'
import { SalesforceError } from '@sluice/salesforce/errors'
import { type TestRunRequest, startTestRun } from '@sluice/salesforce/tooling/apex-tests'
import { JobFailure } from '../../durable/run-errors.ts'
import { type CheckedEnvironment, checkOrgAgain } from '../../steps/org/check-org.ts'
import { type TestRunIntent, findTestRun, testRunsOf } from './find-test-run.ts'

export interface Testing extends CheckedEnvironment {
  readonly input: RunApexTestsInput
}

/** Starts the tests once; gives the id of the run in Salesforce. Where the answer is lost, the runs of the org decide. */
export async function startTests({ session, environment, org, input }: Testing): Promise<string> {
  const { run } = session
  const { signal } = run
  const request = requestOf(input)
  const lookInto = async () => ({
    connection: await session.org(environment.id, org.apiVersion),
    signal,
    deadline: session.deadline,
  })
  let isPosted = false
  try {
    return await run.effect<TestRunIntent, string>('start tests', {
      kind: 'TestRun',
      intent: async () => {
        const since = { sinceUtc: session.ctx.clock.now().toISOString(), userId: org.userId }
        const known = await testRunsOf(await lookInto(), since)
        return { ...since, request, knownIds: known.map(({ id }) => id) }
      },
      perform: async () => {
        await checkOrgAgain({ session, environment, org })
        const { connection } = await lookInto()
        await run.confirmLease()
        isPosted = true
        const id = await startTestRun(connection, request, { signal })
        await run.faultPoint('start tests.post')
        return id
      },
      reconcile: async (intent) => findTestRun(await lookInto(), intent),
      provesNotDone: (error) => !isPosted || (error instanceof SalesforceError && !error.outcomeUnknown),
    })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'SalesforceError')
      throw new JobFailure(`Salesforce did not start the tests. ${error.message}`, null, { cause: error })
    if (error.name !== 'AmbiguousEffectError') throw error
    throw new JobFailure(
      'It cannot be told whether the tests were started, so they are not started again.',
      'The org has test runs of the same user of which it is not certain that one of them is this one, or it could not be asked. Look at Apex Test Execution in its setup.',
      { cause: error },
    )
  }
}

/** Names mean these tests, otherwise those of the org itself, or all of them. */
function requestOf(input: RunApexTestsInput): TestRunRequest {
  const { classNames, suiteNames, maxFailedTests, noCodeCoverage: skipCodeCoverage } = input
  const isNamed = classNames.length + suiteNames.length > 0
  const level = input.runAllTests ? 'RunAllTestsInOrg' : 'RunLocalTests'
  return {
    testLevel: isNamed ? 'RunSpecifiedTests' : level,
    classNames,
    suiteNames,
    maxFailedTests,
    skipCodeCoverage,
  }
}
