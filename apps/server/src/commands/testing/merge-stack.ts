import { eq } from 'drizzle-orm'
import { environment } from '../../platform/database/schema/environments.ts'
import { dataKeyOf } from '../../stacks/stack-secrets.ts'
import { findStack } from '../../stacks/stack-store.ts'
import type { FlowWorld } from './flow-world.ts'
import type { InitializedStack } from './initialized-stack.ts'
import { includeSpecs, initialize, runJob } from './run-job.ts'
import { insertSandboxEnvironment } from './sandbox-environment.ts'
import { type OrgEdit, type TestOrg, openTestOrg } from './test-org.ts'
import { cloneOf } from './working-copy.ts'

/** An environment whose sandbox and branch equal those of production. */
export interface MergedSandbox {
  readonly id: string
  readonly name: string
  readonly branch: string
  readonly org: TestOrg
}

export interface MergeStack extends InitializedStack {
  readonly dev: MergedSandbox
  readonly uat: MergedSandbox
}

/** A stack whose production org was edited, with branches for profiles too. */
export async function stackForMerges(world: FlowWorld, edits: readonly OrgEdit[]): Promise<InitializedStack> {
  const flow = await world.connect()
  for (const edit of edits) await flow.org.edit(edit)
  const { job } = await initialize(world.ctx, flow, { includeSpecs: `${includeSpecs}\nunpackaged/~/Profile` })
  if (job.error !== null) throw new Error(job.error.message)
  return { flow, clone: await cloneOf(world.folder, flow) }
}

/** Pairs of sandboxes that each stack has: their names are the same whichever tests ran before in the process. */
const pairsOf = new WeakMap<InitializedStack['flow'], number>()

/** Two new sandboxes of a stack, which equal production. */
export async function withTwoSandboxes(
  world: FlowWorld,
  stack: InitializedStack,
  edits: readonly OrgEdit[],
): Promise<MergeStack> {
  const number = pairsOf.get(stack.flow) ?? 0
  pairsOf.set(stack.flow, number + 1)
  const dev = await addSandbox(world, stack, { name: `dev${number}`, edits })
  const uat = await addSandbox(world, stack, { name: `uat${number}`, edits })
  return { ...stack, dev, uat }
}

/** Another sandbox of the stack. */
export async function addSandbox(
  world: FlowWorld,
  { flow, clone }: InitializedStack,
  { name, edits }: { readonly name: string; readonly edits: readonly OrgEdit[] },
): Promise<MergedSandbox> {
  const { ctx } = world
  const org = await openTestOrg(world.practiceOrigin, { isSandbox: true, tracksSource: true })
  for (const edit of edits) await org.edit(edit)
  const branch = `env/${name}`
  await clone.git('push', '--quiet', 'origin', `origin/main:refs/heads/${branch}`)
  const head = await clone.git('rev-parse', 'origin/main')
  const id = await insertSandboxEnvironment(ctx, flow, { name })
  const { accessToken, refreshToken, instanceUrl, username } = await org.session()
  await ctx.database.inWorkspace(flow.workspaceId, null, async (tx) => {
    const row = await findStack(tx, flow.workspaceId, flow.stackId)
    if (row === null) throw new Error('The stack is gone.')
    const place = { table: 'environment', column: 'sfdc_token_sealed', rowId: id }
    const clear = JSON.stringify({ accessToken, refreshToken, instanceUrl })
    await tx
      .update(environment)
      .set({
        sfdcUsername: username,
        sfdcTokenSealed: ctx.secrets.seal(dataKeyOf(row), place, clear),
        latestKnownParityCommitHash: head,
        latestKnownParityCommitHashOutbound: head,
      })
      .where(eq(environment.id, id))
  })
  return { id, name, branch, org }
}

/** Runs a flow merge of one sandbox into the other. */
export const mergeDevIntoUat = (
  { ctx }: FlowWorld,
  { flow, dev, uat }: MergeStack,
  settings: Record<string, unknown> = {},
) =>
  runJob(ctx, flow, {
    jobCommandName: 'FlowMerge',
    jobTemplate: { ...devIntoUat({ dev, uat }), ...settings },
  })

/** The template, which asks nobody. */
export const devIntoUat = ({ dev, uat }: Pick<MergeStack, 'dev' | 'uat'>) => ({
  sourceEnvironmentId: dev.id,
  targetEnvironmentFilter: { include: { ids: [uat.id] } },
  targetOutNoConfirm: true,
})

/** An environment as it is stored. */
export async function storedEnvironment({ ctx }: FlowWorld, { id }: MergedSandbox) {
  const [row] = await ctx.database.asSystem((tx) =>
    tx.select().from(environment).where(eq(environment.id, id)),
  )
  if (row === undefined) throw new Error('The environment is gone.')
  return row
}

/** Where the branch of an environment is, and a file in it; null where it has none. */
export async function inBranch(
  { clone }: Pick<MergeStack, 'clone'>,
  { branch }: MergedSandbox,
  file: string,
): Promise<{ readonly head: string; readonly text: string | null }> {
  await clone.git('fetch', '--quiet')
  const head = await clone.git('rev-parse', `origin/${branch}`)
  const text = await clone.git('show', `${head}:${file}`).catch(() => null)
  return { head, text }
}

/** A developer pushes to the branch of a sandbox. */
export async function pushTo(
  { clone }: Pick<MergeStack, 'clone'>,
  { branch, name }: MergedSandbox,
  files: Record<string, string | null>,
): Promise<void> {
  await clone.git('fetch', '--quiet')
  await clone.git('checkout', '--quiet', '-B', `work-${name}`, `origin/${branch}`)
  await clone.push(files)
  await clone.git('push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`)
}
