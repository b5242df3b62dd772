import { onboardingResult } from '@sluice/contract/job-commands/onboarding'
import { and, eq, ne } from 'drizzle-orm'
import { environment } from '../../../platform/database/schema/environments.ts'
import { job } from '../../../platform/database/schema/jobs.ts'
import { managedRepository } from '../../../platform/database/schema/stacks.ts'
import type { FlowStack, FlowWorld } from '../flow-world.ts'
import { cancelJob, ended, initialize, outputOf } from '../run-job.ts'
import { createGroupOf, deleteSandboxes, recordsOf } from '../sandbox-environment.ts'
import { submitOnboarding } from '../submit-onboarding.ts'
import type { CrashRow } from './crash-row.ts'
import { inWords } from './row-scene.ts'

const invited = 'ada'
let made: Promise<FlowStack> | undefined

/** An onboarding with all options: two sandboxes and an invitation to the repository. */
export const onboardingRow: CrashRow = {
  command: 'Onboarding',
  mode: 'with two sandboxes and an invitation to the repository',
  leaves: '2 jobs that create environments, 1 invitation, all told in the result',
  async arrange(world) {
    const flow = await (made ??= initializedAtGitHub(world))
    await removeInvitation(world, flow)
    const left = async (jobId: string) => {
      const jobs = await creationsOf(world, flow)
      const invitations = (await gitHubOf(world, flow)).people.filter(({ username }) => username === invited)
      const result = onboardingResult.parse(await outputOf(world.ctx, flow, jobId))
      await clear(world, flow, jobs)
      return inWords({
        'jobs that create environments': jobs.length,
        invitation: invitations.length,
        'all told in the result':
          result.environmentNames.join() === 'dev1,dev2' &&
          result.sandboxRefusal === null &&
          result.invitedUsername === invited,
      })
    }
    const choices = { createSandboxEnvironments: true, repositoryUsernameToInvite: invited }
    return { flow, submit: () => submitOnboarding(world.ctx, flow, choices), left }
  },
}

async function initializedAtGitHub(world: FlowWorld): Promise<FlowStack> {
  const flow = await world.connectAtGitHub()
  const { error } = (await initialize(world.ctx, flow)).job
  if (error !== null) throw new Error(`The stack at GitHub was not initialized: ${error.message}`)
  await createGroupOf(flow, 'Builders', flow.org.users[0]?.id ?? '')
  return flow
}

async function gitHubOf({ ctx }: FlowWorld, { workspaceId, stackId }: FlowStack) {
  const [kept] = await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    tx.select().from(managedRepository).where(eq(managedRepository.stackId, stackId)),
  )
  if (kept === undefined || ctx.gitHub === null) throw new Error('The stack is not at GitHub.')
  return { name: kept.name, gitHub: ctx.gitHub, people: await ctx.gitHub.listCollaborators(kept.name) }
}

async function removeInvitation(world: FlowWorld, flow: FlowStack): Promise<void> {
  const { name, gitHub } = await gitHubOf(world, flow)
  await gitHub.removeCollaborator(name, invited)
}

const creationsOf = async ({ ctx }: FlowWorld, { workspaceId, stackId }: FlowStack) =>
  await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    tx
      .select()
      .from(job)
      .where(and(eq(job.stackId, stackId), eq(job.commandName, 'CreateEnvironment'))),
  )

/** Cancels the jobs that create the sandboxes, so that their names are free for the next job. These jobs have a row of their own. */
async function clear(
  world: FlowWorld,
  flow: FlowStack,
  jobs: readonly { readonly id: string }[],
): Promise<void> {
  const { ctx } = world
  for (const { id } of jobs) await cancelJob(ctx, flow, id)
  for (const { id } of jobs) await ended(ctx, flow, id)
  for (const { SandboxName } of await recordsOf(flow, 'SELECT SandboxName FROM SandboxInfo'))
    await deleteSandboxes(flow, String(SandboxName))
  await ctx.database.inWorkspace(flow.workspaceId, null, async (tx) => {
    await tx
      .delete(environment)
      .where(and(eq(environment.stackId, flow.stackId), ne(environment.isProduction, true)))
    await tx.delete(job).where(and(eq(job.stackId, flow.stackId), eq(job.commandName, 'CreateEnvironment')))
  })
}
