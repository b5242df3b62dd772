import type { OnboardingInput } from '@sluice/contract/job-commands/onboarding'
import type { Context } from '../../context.ts'
import { insertJob } from '../../jobs/job-store.ts'
import { newId } from '../../platform/ids.ts'
import type { FlowStack } from './flow-world.ts'

/**
 * Submits the job that ends a first set-up, as the onboarding call does: after the initialization, or of a stack that is
 * initialized when none is named. Gives its id.
 */
export async function submitOnboarding(
  ctx: Context,
  { workspaceId, stackId, userId }: FlowStack,
  { initializeStackJobId, ...choices }: Partial<OnboardingInput>,
): Promise<string> {
  return await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    const jobId = await insertJob(tx, {
      workspaceId,
      stackId,
      commandName: 'Onboarding',
      commandInput: { initializeStackJobId: initializeStackJobId ?? newId(), ...choices },
      isCheckOnly: false,
      createdByUserId: userId,
      schedule: null,
      environments: [],
      ...(initializeStackJobId !== undefined && { dependsOnJobIds: [initializeStackJobId] }),
    })
    await ctx.jobs.enqueue(tx, { jobId, workspaceId })
    return jobId
  })
}
