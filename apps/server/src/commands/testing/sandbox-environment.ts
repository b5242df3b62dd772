import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
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
  await createRecord(flow, 'tooling/sobjects/SandboxInfo', { SandboxName: name, LicenseType: 'Developer' })
  for (let polls = 0; polls < 2_400; polls++) {
    if ((await sandboxesOf(flow)).includes(name)) return
    await wait(50)
  }
  throw new Error(`The sandbox ${name} was not finished in two minutes.`)
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

/** Creates a public group in the org. */
export const createGroup = async (flow: FlowStack, name: string): Promise<void> => {
  await createRecord(flow, 'sobjects/Group', { Name: name, DeveloperName: name, Type: 'Regular' })
}

/** Makes a user of the org a member of a new public group. */
export async function createGroupOf(flow: FlowStack, name: string, userId: string): Promise<void> {
  const group = { Name: name, DeveloperName: name, Type: 'Regular' }
  const { id } = await createRecord(flow, 'sobjects/Group', group)
  await createRecord(flow, 'sobjects/GroupMember', { GroupId: id, UserOrGroupId: userId })
}

/** Creates a sandbox template in the org. */
export const createTemplate = async (flow: FlowStack, name: string): Promise<void> => {
  const template = { DeveloperName: name, MasterLabel: name }
  await createRecord(flow, 'tooling/sobjects/PartitionLevelScheme', template)
}

/** Deletes the sandboxes of this name, whatever state they are in. */
export async function deleteSandboxes(flow: FlowStack, name: string): Promise<void> {
  const found = await recordsOf(flow, `SELECT Id FROM SandboxInfo WHERE SandboxName = '${name}'`)
  for (const { Id } of found)
    await call(flow, `tooling/sobjects/SandboxInfo/${String(Id)}`, { method: 'DELETE' })
}

async function createRecord(flow: FlowStack, path: string, fields: object): Promise<{ id: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await call(flow, path, { method: 'POST', headers, body: JSON.stringify(fields) })
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`)
  const { id }: { id: string } = await response.json()
  return { id }
}

/** The records of the org that a query of its developer tools gives. */
export async function recordsOf(flow: FlowStack, soql: string): Promise<Record<string, unknown>[]> {
  const response = await call(flow, `tooling/query?q=${encodeURIComponent(soql)}`)
  const { records }: { records: Record<string, unknown>[] } = await response.json()
  return records
}

interface OrgCall {
  readonly method: 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

async function call({ org }: FlowStack, path: string, request?: OrgCall): Promise<Response> {
  const { accessToken, instanceUrl } = await org.session()
  const headers = { ...request?.headers, authorization: `Bearer ${accessToken}` }
  return await fetch(`${instanceUrl}/services/data/v62.0/${path}`, { ...request, headers })
}

/** The commit at the end of a branch of the repository; empty where there is no such branch. */
export const branchHeadOf = async ({ clone }: Pick<InitializedStack, 'clone'>, branch: string) =>
  (await clone.git('ls-remote', 'origin', `refs/heads/${branch}`)).split('\t')[0] ?? ''

/** Lets the next call of an operation go wrong. */
export const failOnce = ({ org }: FlowStack, kind: string, operation: string) =>
  org.admin<{ id: string }>('POST', 'faults', { kind, operation, org: org.id, times: 1 })

/** Lets no copying of a sandbox end before the test does. */
export async function holdCopying(flow: FlowStack): Promise<void> {
  const { id } = await failOnce(flow, 'hold', 'sandbox')
  onTestFinished(() => flow.org.admin('DELETE', `faults/${id}`))
}

/** Gives the org an edition that has sandboxes with a full copy of the data. */
export const allowFullCopies = ({ org }: FlowStack) =>
  org.admin('PATCH', `orgs/${org.id}`, { organizationType: 'Unlimited Edition' })
