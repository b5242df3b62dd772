import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import type { AuthTokens } from '@sluice/contract/user'
import { type OwnStack, createStack } from '../../e2e/own-stack.ts'
import { type PracticeOrgAdmin, createOrg, practiceOrgAdmin } from '../../e2e/practice-org-admin.ts'
import type { Product } from '../../e2e/start-product.ts'
import { type ProductClient, registerAndSignIn } from '../real-data/product-client.ts'

export const account = { emailAddress: 'bench@release.example', password: 'Lantern-42!' }

export interface StackAtWork {
  readonly client: ProductClient
  readonly admin: PracticeOrgAdmin
  readonly stack: OwnStack
  readonly repositoryUrl: string
  readonly environmentId: string
  readonly environmentSlug: string
  readonly jobId: string
}

/** Creates a user with a stack, initialized from a small org that `fill` may change before. */
export async function prepareStack(
  { origin, practiceOrgOrigin }: Product,
  fill: (org: PracticeOrgAdmin) => Promise<void> = async () => undefined,
): Promise<StackAtWork> {
  const client = await registerAndSignIn(origin, account)
  const org = await createOrg(practiceOrgOrigin)
  const admin = practiceOrgAdmin(practiceOrgOrigin, org.id)
  await fill(admin)
  const stack = await createStack(client, org, { product: origin, practiceOrg: practiceOrgOrigin })
  const { defaultIncludeSpecs: includeSpecs } = await client.config()
  const submission = { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs } } as const
  const { job } = await client.runJob(stack, submission, initializeStackResult)
  const [pushed] = await client.stacks(stack.workspaceId)
  const production = pushed?.productionEnvironment
  if (!production) throw new Error('The stack has no environment of its production org.')
  const { id: environmentId, slug: environmentSlug } = production
  return {
    client,
    admin,
    stack,
    repositoryUrl: pushed.gitRepositoryUrl,
    environmentId,
    environmentSlug,
    jobId: job.id,
  }
}

export const signIn = ({ calls }: ProductClient): Promise<AuthTokens> =>
  calls.users.login({ body: { username: account.emailAddress, password: account.password } })

/** Formats a figure and says whether its bound is kept. */
export const judged = (value: number, bound: number): string =>
  `${Math.round(value)} ms (at most ${bound}: ${value <= bound ? 'kept' : 'BROKEN'})`
