import {
  type CreateEnvironmentTemplate,
  createEnvironmentTemplate,
} from '@sluice/contract/job-commands/create-environment'
import type { OnboardingResult } from '@sluice/contract/job-commands/onboarding'
import { SalesforceError } from '@sluice/salesforce/errors'
import { listPublicGroupsOfUser } from '@sluice/salesforce/tooling/sandbox-choices'
import { listSandboxes } from '@sluice/salesforce/tooling/sandboxes'
import { JobFailure } from '../../durable/run-errors.ts'
import { provisionJobsIn } from '../../jobs/job-provisioning.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { checkProductionOrg, connectToProduction } from '../../steps/org/production-org.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { whileBrieflyTransient } from '../../steps/session/transient-retry.ts'

/** The environments that are being created, or why there are none. */
export type NewSandboxes = Pick<OnboardingResult, 'environmentNames' | 'sandboxRefusal'>

type Plan = { readonly templates: readonly CreateEnvironmentTemplate[] } | { readonly refusal: string }

const numberOfSandboxes = 2
const noGroup =
  'No sandboxes were created: they let in the members of a public group, and the user who is signed in to Salesforce is in none.'

/** Submits a job for each of two Developer sandboxes, under names that no sandbox of the org has. */
export async function createSandboxes(session: JobSession): Promise<NewSandboxes> {
  const plan = await planSandboxes(session)
  if ('refusal' in plan) return { environmentNames: [], sandboxRefusal: plan.refusal }
  return await session.run.transaction('submit environments', (tx) => submit(session, tx, plan.templates))
}

/** Nothing is ordered here: each job makes its own sandbox, and can be repeated alone. */
async function planSandboxes(session: JobSession): Promise<Plan> {
  const { run, deadline } = session
  const { signal } = run
  const production = await checkProductionOrg(session)
  return await run.step('plan sandboxes', async (): Promise<Plan> => {
    const connection = await connectToProduction(session, production)
    try {
      return await whileBrieflyTransient(
        async () => {
          const [group] = await listPublicGroupsOfUser(connection, production.org.userId, { signal })
          if (group === undefined) return { refusal: noGroup }
          const taken = (await listSandboxes(connection, { signal })).map(({ name }) => name.toLowerCase())
          return { templates: freeNames(taken).map((name) => templateOf(name, group.developerName)) }
        },
        { signal, deadline },
      )
    } catch (error) {
      if (!(error instanceof SalesforceError) || error.code !== 'fault') throw error
      return { refusal: `No sandboxes were created: Salesforce said "${error.message}"` }
    }
  })
}

/** The first ones of dev1, dev2, dev3 and so on that are free. */
function freeNames(taken: readonly string[]): string[] {
  const names: string[] = []
  for (let number = 1; names.length < numberOfSandboxes; number++)
    if (!taken.includes(`dev${number}`)) names.push(`dev${number}`)
  return names
}

const templateOf = (name: string, groupName: string): CreateEnvironmentTemplate =>
  createEnvironmentTemplate.parse({
    environmentName: name,
    gitBranchName: `env/${name}`,
    sfdcSandboxName: name,
    sfdcSandboxLicenseType: 'Developer',
    sfdcSandboxActivationUserGroupName: groupName,
  })

async function submit(
  { ctx, job, stack: { id: stackId } }: JobSession,
  tx: Transaction,
  templates: readonly CreateEnvironmentTemplate[],
): Promise<NewSandboxes> {
  const { workspaceId, createdByUserId: userId } = job
  const stack = await findStack(tx, workspaceId, stackId)
  if (!stack || userId === null) throw new JobFailure('The stack, or the person who set it up, is gone.')
  // Whoever began the set-up became the owner of the workspace by it.
  const actor = { userId, accessLevel: 'Administrator', isOwner: true, isGlobalAdministrator: false } as const
  const environmentNames: string[] = []
  const refusals: string[] = []
  for (const jobTemplate of templates) {
    const submission = { jobCommandName: 'CreateEnvironment', jobTemplate } as const
    const [made] = await provisionJobsIn(ctx, tx, { stack, actor, submission })
    if (made?.wasProvisioned) environmentNames.push(jobTemplate.environmentName)
    else refusals.push(...(made?.validationErrors ?? []).map(({ description }) => description))
  }
  const sandboxRefusal = refusals.length === 0 ? null : [...new Set(refusals)].join(' ')
  return { environmentNames, sandboxRefusal }
}
