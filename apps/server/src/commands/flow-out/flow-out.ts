import { flowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { beginFlow } from '../../steps/begin/begin-flow.ts'
import { deployBranch } from '../../steps/deploy/deploy-commit.ts'

/** Deploys what is new in a branch to its org. */
export async function flowOut(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = flowOutInput.parse(job.commandInput)
  return await deployBranch(await beginFlow(ctx, run, { job, input }))
}
