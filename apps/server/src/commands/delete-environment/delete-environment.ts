import {
  type DeleteEnvironmentResult,
  deleteEnvironmentInput,
} from '@sluice/contract/job-commands/delete-environment'
import { problems } from '@sluice/contract/problems'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { acquireEnvironmentLocks } from '../../environments/environment-lock.ts'
import { loadFlowTarget } from '../../steps/session/flow-target.ts'
import { openJobSession } from '../../steps/begin/open-job-session.ts'
import { deleteBranch, findBranch } from './delete-branch.ts'
import { deleteSandbox, findSandboxOf } from './delete-sandbox.ts'
import { removeEnvironment } from './remove-environment.ts'

/**
 * Deletes an environment, and its sandbox and its branch where the input says so. The record goes last: what fails before
 * leaves an environment that can be deleted by another job.
 */
export async function deleteEnvironment(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = deleteEnvironmentInput.parse(job.commandInput)
  const { environmentId } = input
  await acquireEnvironmentLocks(ctx, run, {
    stackId: job.stackId,
    environmentIds: [environmentId],
    mode: 'Exclusive',
  })
  const target = await run.step('load', () => loadFlowTarget(ctx, job, environmentId))
  const { environment } = target
  if (environment.isProduction) throw new JobFailure(problems.productionEnvironmentNotDeletable.title)
  const session = openJobSession(ctx, run, target)
  // Both are looked for before anything is deleted, so that a job that cannot end well deletes nothing.
  const sandbox = input.deleteSandbox ? await findSandboxOf(session, environment) : null
  const branch = input.deleteGitBranch ? await findBranch(session, environment.branch) : null
  await run.throwIfCancelled()

  return await run.uncancellable(async () => {
    // Salesforce may refuse; then the branch is still there.
    const sandboxWasDeleted = sandbox !== null && (await deleteSandbox(session, sandbox))
    const deletedSandboxName = sandboxWasDeleted ? environment.sandboxName : null
    const gitBranchWasDeleted =
      branch !== null && (await deleteBranch(session, { branch, deletedSandboxName }))
    await removeEnvironment(session, environment)
    const { branch: gitBranchName, sandboxName: sfdcSandboxName } = environment
    const output: DeleteEnvironmentResult = {
      gitBranchName,
      gitBranchWasDeleted,
      sfdcSandboxName,
      sandboxWasDeleted,
    }
    return { outcome: 'Succeeded', output }
  })
}
