import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { environment } from '../../platform/database/schema/environments.ts'
import { newId } from '../../platform/ids.ts'
import type { FlowStack } from './flow-world.ts'
import type { InitializedStack } from './initialized-stack.ts'

interface NewSandboxEnvironment {
  /** Of the environment and of its sandbox; its branch is `env/` and the name. */
  readonly name: string
  readonly createdByUserId?: string
}

/** An environment of a sandbox with its branch; only the sandbox is made by the org, the record is written as it is. */
export async function addSandboxEnvironment(
  ctx: Context,
  { flow, clone }: InitializedStack,
  { name, createdByUserId = flow.userId }: NewSandboxEnvironment,
): Promise<string> {
  await clone.git('push', '--quiet', 'origin', `HEAD:refs/heads/env/${name}`)
  await createSandbox(flow, name)
  return await insertSandboxEnvironment(ctx, flow, { name, createdByUserId })
}

/** The record alone. */
export async function insertSandboxEnvironment(
  ctx: Context,
  { workspaceId, stackId }: Pick<FlowStack, 'workspaceId' | 'stackId'>,
  { name, createdByUserId }: NewSandboxEnvironment,
): Promise<string> {
  const id = newId()
  await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    tx.insert(environment).values({
      id,
      workspaceId,
      stackId,
      slug: name,
      name,
      gitBranchName: `env/${name}`,
      sfdcSandboxName: name,
      isProduction: false,
      isInitialized: true,
      ...(createdByUserId !== undefined && { createdByUserId }),
    }),
  )
  return id
}

/** Creates a sandbox in the org without Sluice, as an administrator does. */
export async function createSandbox(flow: FlowStack, name: string): Promise<void> {
  const { accessToken, instanceUrl } = await flow.org.session()
  const response = await fetch(`${instanceUrl}/services/data/v62.0/tooling/sobjects/SandboxInfo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ SandboxName: name, LicenseType: 'Developer' }),
  })
  if (!response.ok) throw new Error(`The sandbox was not created: ${await response.text()}`)
  for (let polls = 0; polls < 200; polls++) {
    if ((await sandboxesOf(flow)).includes(name)) return
    await wait(50)
  }
  throw new Error(`The sandbox ${name} was not finished in 10 seconds.`)
}

/** The names of the sandboxes that the org has. */
export async function sandboxesOf({ org }: FlowStack): Promise<string[]> {
  const orgs = await org.admin<{ parentOrgId?: string; sandboxName?: string }[]>('GET', 'orgs')
  return orgs.flatMap(({ parentOrgId, sandboxName }) => (parentOrgId === org.id ? (sandboxName ?? []) : []))
}

/** The branches that the repository has, by their short names. */
export async function branchesOf({ clone }: Pick<InitializedStack, 'clone'>): Promise<string[]> {
  const listing = await clone.git('ls-remote', '--heads', 'origin')
  return [...listing.matchAll(/refs\/heads\/(?<name>.+)$/gm)].map((found) => found.groups?.['name'] ?? '')
}
