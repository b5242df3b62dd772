import { flowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { runApexTestsResult } from '@sluice/contract/job-commands/run-apex-tests'
import type { Account } from '../fixtures.ts'
import type { OwnStack } from '../own-stack.ts'
import { cloneRepository } from '../working-clone.ts'
import type { FlowAddresses } from './screens.ts'

const testClass = `@IsTest
private class BetaTest {
  @IsTest
  static void works() {
    new Beta().twice(2);
  }
  @IsTest
  static void fails() {
    Assert.fail();
  }
}
`

/**
 * Gives an initialized stack a flow out of which one component stayed undeployed, two runs of tests, a schedule, and a flow out that
 * waits for its confirmation.
 */
export async function addFlowWithUndeployedComponent(
  account: Account,
  stack: OwnStack,
): Promise<FlowAddresses> {
  const [shown] = await account.client.stacks(stack.workspaceId)
  const production = shown?.environments.find(({ isProduction }) => isProduction)
  const environmentFilter = { include: { ids: [production?.id ?? ''] } }
  const url = shown?.gitRepositoryUrl ?? ''
  const clone = await cloneRepository({ url, username: account.emailAddress, password: account.password })
  await clone.write('src/unpackaged/classes/Alpha.cls', 'public class Alpha {\n  void broken( {\n}\n')
  const file = 'src/unpackaged/classes/Alpha.cls-meta.xml'
  const meta = await clone.read(file)
  await clone.write(
    'src/unpackaged/classes/Beta.cls',
    'public class Beta {\n  public Integer twice(Integer one) {\n    return one * 2;\n  }\n}\n',
  )
  await clone.write('src/unpackaged/classes/BetaTest.cls', testClass)
  await clone.write('src/unpackaged/classes/BetaTest.cls-meta.xml', meta)
  await clone.write('src/unpackaged/classes/Beta.cls-meta.xml', meta)
  await clone.commitAndPush('Break a class')
  const jobTemplate = { environmentFilter, noConfirm: true }
  const { job } = await account.client.runJob(
    stack,
    { jobCommandName: 'FlowOut', jobTemplate },
    flowOutResult,
  )
  const apexTestRunId = await runTestsTwice(account, stack, environmentFilter)
  await clone.git(
    'rm',
    '--quiet',
    'src/unpackaged/classes/Beta.cls',
    'src/unpackaged/classes/Beta.cls-meta.xml',
  )
  await clone.write('src/unpackaged/classes/Gamma.cls', 'public class Gamma {\n}\n')
  await clone.write('src/unpackaged/classes/Gamma.cls-meta.xml', meta)
  await clone.commitAndPush('Replace a class')
  await clone.remove()
  const { id: scheduleId } = await account.client.calls.schedules.create({
    params: { workspaceId: stack.workspaceId, stackId: stack.stackId },
    body: {
      name: 'Nightly flow in',
      jobCommandName: 'FlowIn',
      jobTemplate: { environmentFilter: { include: { all: true } }, mergeConflictsStrategy: 'Abort' },
      recurrence: '0 2 * * *',
    },
  })
  const asking = { ...jobTemplate, noConfirm: false }
  const [waiting] = await account.client.calls.jobs.provision({
    params: { workspaceId: stack.workspaceId, stackId: stack.stackId },
    body: { jobCommandName: 'FlowOut', jobTemplate: asking },
  })
  return {
    environmentSlug: production?.slug ?? '',
    jobId: job.id,
    waitingJobId: waiting?.jobDetails?.id ?? '',
    apexTestRunId,
    scheduleId,
    file,
  }
}

/** The coverage of two runs has a chart. Gives the id of the second one. */
async function runTestsTwice(
  { client }: Account,
  stack: OwnStack,
  environmentFilter: { include: { ids: string[] } },
): Promise<string> {
  const submission = {
    jobCommandName: 'RunApexTests',
    jobTemplate: { environmentFilter, classNames: ['BetaTest'] },
  } as const
  await client.runJob(stack, submission, runApexTestsResult)
  const { output } = await client.runJob(stack, submission, runApexTestsResult)
  return output.apexTestRunId
}
