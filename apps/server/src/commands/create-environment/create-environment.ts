import {
  type CreateEnvironmentInput,
  type CreateEnvironmentResult,
  createEnvironmentInput,
} from '@sluice/contract/job-commands/create-environment'
import type { CommandResult, JobCommand } from '../../durable/job-command.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { acquireEnvironmentLocks } from '../../environments/environment-lock.ts'
import { deployBranch } from '../../steps/deploy/deploy-commit.ts'
import { checkProductionOrg } from '../../steps/org/production-org.ts'
import { loadFlowTarget, loadStackTarget } from '../../steps/session/flow-target.ts'
import { openJobSession } from '../../steps/begin/open-job-session.ts'
import { type JobSession, withNewDeadline } from '../../steps/session/job-session.ts'
import { awaitSandbox } from './await-sandbox.ts'
import { beginFirstFlow } from './begin-first-flow.ts'
import { ensureBranch, planBranch } from './environment-branch.ts'
import { createRecord } from './environment-record.ts'
import { ensureSandbox, planSandbox } from './provide-sandbox.ts'
import { beginToWait } from './sandbox-wait.ts'
import { signInToSandbox } from './sign-in-to-sandbox.ts'
import { loadSource } from './source-environment.ts'

/**
 * Makes an environment: its sandbox and its branch where they are missing, and the first flow out, after which the sandbox equals
 * the branch. A job that fails leaves what it has made; the next one of the same name goes on with it.
 */
export const createEnvironment: JobCommand = async (ctx, run, job) => {
  const input = createEnvironmentInput.parse(job.commandInput)
  const target = await run.step('load', () => loadStackTarget(ctx, job))
  if (!target.stack.isInitialized) throw new JobFailure('The stack is not initialized.')
  const session = openJobSession(ctx, run, target)
  const environmentId = await createRecord(session, input)
  await acquireEnvironmentLocks(ctx, run, {
    stackId: job.stackId,
    environmentIds: [environmentId],
    mode: 'Exclusive',
  })
  const made = await provide(session, environmentId, input)
  if (made === null) return { outcome: 'Cancelled' }
  const { environment } = await run.step('load environment', () => loadFlowTarget(ctx, job, environmentId))
  // A new session, because the time for Salesforce operations begins after the wait.
  const flow = await beginFirstFlow(openJobSession(ctx, run, target), {
    environment,
    sandboxOrgId: made.sandboxOrgId,
    sandboxWasCreated: made.sandboxWasCreated,
  })
  const result = await deployBranch(flow)
  return { ...result, output: outputOf(environmentId, made, result) }
}

interface Made extends Pick<CreateEnvironmentResult, 'sandboxWasCreated' | 'branchWasCreated'> {
  readonly sandboxOrgId: string | null
}

/** Everything is looked at before anything is made. Null when people abort the sign-in to the sandbox. */
async function provide(
  session: JobSession,
  environmentId: string,
  input: CreateEnvironmentInput,
): Promise<Made | null> {
  const production = await checkProductionOrg(session)
  const source = await loadSource(session, input.sourceEnvironmentName)
  const branch = await planBranch(session, {
    name: input.gitBranchName,
    source,
    allowsExisting: input.allowUseExistingBranch,
  })
  const plan = await planSandbox(session, { input, production, source })
  const sandbox = await ensureSandbox(session, production, plan)
  const sandboxWasCreated = 'order' in plan
  const branchWasCreated = await ensureBranch(session, input.gitBranchName, branch)
  const wait = await beginToWait(session, input.sfdcSandboxLicenseType)
  const sandboxOrgId = await awaitSandbox(session, { sandbox, production }, wait)
  const { name: sandboxName } = sandbox
  const toEnter = { environmentId, sandboxName, production, isNew: sandboxWasCreated }
  if (!(await signInToSandbox(withNewDeadline(session), toEnter))) return null
  return { sandboxWasCreated, branchWasCreated, sandboxOrgId }
}

type Output = Omit<CreateEnvironmentResult, 'outResult'> & { readonly outResult: unknown }

function outputOf(environmentId: string, made: Made, { output }: CommandResult): Output {
  const { sandboxWasCreated, branchWasCreated } = made
  return { environmentId, sandboxWasCreated, branchWasCreated, inResult: null, outResult: output ?? null }
}
