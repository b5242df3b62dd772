import { onboardingInput, type OnboardingResult } from '@sluice/contract/job-commands/onboarding'
import { problems } from '@sluice/contract/problems'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Run } from '../../durable/run.ts'
import { loadStackTarget } from '../../steps/session/flow-target.ts'
import { openJobSession } from '../../steps/begin/open-job-session.ts'
import { inviteToRepository } from './invite-to-repository.ts'
import { createSandboxes } from './sandbox-environments.ts'

/**
 * Ends the set-up of a new user with what can only be made once the stack can be used. The job depends on the
 * initialization.
 */
export async function onboarding(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = onboardingInput.parse(job.commandInput)
  const target = await run.step('load', () => loadStackTarget(ctx, job))
  if (!target.stack.isInitialized) throw new JobFailure(problems.stackNotInitialized.title)
  const session = openJobSession(ctx, run, target)
  const sandboxes = input.createSandboxEnvironments
    ? await createSandboxes(session)
    : { environmentNames: [], sandboxRefusal: null }
  const invited = input.repositoryUsernameToInvite
  const invitation =
    invited === null
      ? { invitedUsername: null, invitationRefusal: null }
      : await inviteToRepository(session, invited)
  const output: OnboardingResult = { stackIsInitialized: true, ...sandboxes, ...invitation }
  return { outcome: 'Succeeded', output }
}
