import { createEnvironmentResult } from '@sluice/contract/job-commands/create-environment'
import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import { type Account, origins } from './fixtures.ts'
import type { OwnStack } from './own-stack.ts'
import { type OwnOrg, type PracticeOrgAdmin, practiceOrgAdmin, sandboxOf } from './practice-org-admin.ts'
import { type WorkingClone, cloneRepository } from './working-clone.ts'

/** The public group that gets into new Developer sandboxes. */
export const group = 'Builders'

/** A small production org whose stack tracks a few types, and what tests look at behind the pages. */
export interface SmallTeam {
  readonly production: PracticeOrgAdmin
  readonly clone: WorkingClone
  /** Creates an environment with the branch `env/<name>` and a sandbox of the name. */
  create(name: string, settings?: object): Promise<void>
  /** The org of a sandbox. */
  sandbox(name: string): Promise<PracticeOrgAdmin>
  /** The environment as the console gets it, and where its branch is. */
  state(name: string): Promise<{ readonly environment: EnvironmentState; readonly head: string }>
}

type EnvironmentState = Awaited<ReturnType<Account['client']['stacks']>>[number]['environments'][number]

interface Fixtures {
  readonly account: Account
  readonly org: OwnOrg
  readonly stack: OwnStack
}

export async function initializeSmallTeam(
  { account: { client, emailAddress: username, password }, org, stack }: Fixtures,
  edits: readonly object[],
): Promise<SmallTeam> {
  const production = practiceOrgAdmin(origins.practiceOrg, org.id)
  for (const edit of edits) await production.edit(edit)
  await org.createGroup(group)
  const includeSpecs = ['ApexClass', 'Layout', 'Profile'].map((type) => `unpackaged/~/${type}`).join('\n')
  await client.runJob(
    stack,
    { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs } },
    initializeStackResult,
  )
  const [own] = await client.stacks(stack.workspaceId)
  const clone = await cloneRepository({ url: own?.gitRepositoryUrl ?? '', username, password })
  return {
    production,
    clone,
    create: async (name, settings = {}) => {
      const jobTemplate = {
        environmentName: name,
        gitBranchName: `env/${name}`,
        sfdcSandboxName: name,
        sfdcSandboxActivationUserGroupName: group,
        ...settings,
      }
      await client.runJob(
        stack,
        { jobCommandName: 'CreateEnvironment', jobTemplate },
        createEnvironmentResult,
      )
    },
    sandbox: async (name) =>
      practiceOrgAdmin(origins.practiceOrg, (await sandboxOf(origins.practiceOrg, org.id, name)) ?? ''),
    state: async (name) => {
      const [found] = await client.stacks(stack.workspaceId)
      const environment = found?.environments.find((one) => one.name === name)
      if (environment === undefined) throw new Error(`There is no environment ${name}.`)
      await clone.git('fetch', '--quiet')
      return { environment, head: await clone.git('rev-parse', `origin/${environment.gitBranchName}`) }
    },
  }
}
