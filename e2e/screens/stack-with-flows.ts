import { flowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import type { Account } from '../fixtures.ts'
import type { OwnStack } from '../own-stack.ts'
import { cloneRepository } from '../working-clone.ts'
import type { StackAddresses } from './screens.ts'

/** Gives an initialized stack a flow out of which one component stayed undeployed, and one that waits for its confirmation. */
export async function addFlowWithUndeployedComponent(
  account: Account,
  stack: OwnStack,
): Promise<StackAddresses> {
  const [shown] = await account.client.stacks(stack.workspaceId)
  const url = shown?.gitRepositoryUrl ?? ''
  const clone = await cloneRepository({ url, username: account.emailAddress, password: account.password })
  await clone.write('src/unpackaged/classes/Alpha.cls', 'public class Alpha {\n  void broken( {\n}\n')
  const file = 'src/unpackaged/classes/Alpha.cls-meta.xml'
  const meta = await clone.read(file)
  await clone.write('src/unpackaged/classes/Beta.cls', 'public class Beta {\n}\n')
  await clone.write('src/unpackaged/classes/Beta.cls-meta.xml', meta)
  await clone.commitAndPush('Break a class')
  const jobTemplate = { environmentFilter: { include: { all: true } }, noConfirm: true }
  const { job } = await account.client.runJob(
    stack,
    { jobCommandName: 'FlowOut', jobTemplate },
    flowOutResult,
  )
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
  const asking = { ...jobTemplate, noConfirm: false }
  const [waiting] = await account.client.calls.jobs.provision({
    params: { workspaceId: stack.workspaceId, stackId: stack.stackId },
    body: { jobCommandName: 'FlowOut', jobTemplate: asking },
  })
  return {
    environmentSlug: shown?.environments[0]?.slug ?? '',
    jobId: job.id,
    waitingJobId: waiting?.jobDetails?.id ?? '',
    file,
  }
}
