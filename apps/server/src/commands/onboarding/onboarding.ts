import type { OnboardingResult } from '@sluice/contract/job-commands/onboarding'
import { problems } from '@sluice/contract/problems'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Run } from '../../durable/run.ts'
import { loadStackTarget } from '../steps/session/flow-target.ts'

/** Ends the set-up of a new user. The job depends on the initialization, so that it begins when the stack can be used. */
export async function onboarding(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const { stack } = await run.step('load', () => loadStackTarget(ctx, job))
  if (!stack.isInitialized) throw new JobFailure(problems.stackNotInitialized.title)
  const output: OnboardingResult = { stackIsInitialized: true }
  return { outcome: 'Succeeded', output }
}
