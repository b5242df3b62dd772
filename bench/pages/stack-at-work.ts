import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import type { AuthTokens } from '@sluice/contract/user'
import { type OwnStack, createStack } from '../../e2e/own-stack.ts'
import { createOrg } from '../../e2e/practice-org-admin.ts'
import type { Product } from '../../e2e/start-product.ts'
import { type ProductClient, registerAndSignIn } from '../real-data/product-client.ts'

export const account = { emailAddress: 'bench@release.example', password: 'Lantern-42!' }

export interface StackAtWork {
  readonly client: ProductClient
  readonly stack: OwnStack
  readonly repositoryUrl: string
  readonly environmentId: string
  readonly environmentSlug: string
  readonly jobId: string
}

/** A person with a stack, initialized from a small org. */
export async function prepareStack({ origin, practiceOrgOrigin }: Product): Promise<StackAtWork> {
  const client = await registerAndSignIn(origin, account)
  const org = await createOrg(practiceOrgOrigin)
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
    stack,
    repositoryUrl: pushed.gitRepositoryUrl,
    environmentId,
    environmentSlug,
    jobId: job.id,
  }
}

export const signIn = ({ calls }: ProductClient): Promise<AuthTokens> =>
  calls.users.login({ body: { username: account.emailAddress, password: account.password } })

/** A figure beside its bound, in words. */
export const judged = (value: number, bound: number): string =>
  `${Math.round(value)} ms (at most ${bound}: ${value <= bound ? 'kept' : 'BROKEN'})`
