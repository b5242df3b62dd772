import type { Context } from '../../context.ts'
import { type ListedComponent, unpackedComponents } from '../../differences/difference-lists.ts'
import { type DifferenceRow, findDifference, saveDifference } from '../../differences/difference-store.ts'
import { lookAtBranches } from '../../looks/branch-look.ts'
import { lookOnce } from '../../looks/claimed-look.ts'
import { findDueOrgs } from '../../looks/due-orgs.ts'
import type { FlowStack } from './flow-world.ts'
import { environmentOf } from './run-job.ts'

const never = new AbortController().signal

/** What is kept of the one environment of a stack. */
export interface KeptDifference {
  /** Without the lists, which take long to print. */
  readonly row: Omit<DifferenceRow, 'components' | 'orgMemory'>
  readonly components: readonly ListedComponent[]
}

/** The environment of a stack, as the owner of its difference. */
export async function difference(ctx: Context, flow: FlowStack) {
  const { workspaceId, stackId } = flow
  const environment = await environmentOf(ctx, flow)
  return { workspaceId, stackId, environmentId: environment?.id ?? '' }
}

/** Looks at the org if it is due, and gives whether it was. */
export async function lookIfDue(ctx: Context, flow: FlowStack): Promise<boolean> {
  const [due] = await findDueOrgs(ctx, (await difference(ctx, flow)).environmentId)
  if (due === undefined) return false
  await lookOnce(ctx, due, never)
  return true
}

/** Asks for a look at the org, as "Check now" does, and looks. */
export async function askAndLook(ctx: Context, flow: FlowStack): Promise<KeptDifference> {
  const owner = await difference(ctx, flow)
  await ctx.database.inWorkspace(owner.workspaceId, null, (tx) =>
    saveDifference(tx, owner, { orgAskedUtc: new Date() }),
  )
  await lookIfDue(ctx, flow)
  return await lookAtBranch(ctx, flow)
}

/** Compares the branch; no org is asked. */
export async function lookAtBranch(ctx: Context, flow: FlowStack): Promise<KeptDifference> {
  await lookAtBranches(ctx, flow, never)
  return await keptDifference(ctx, flow)
}

export async function keptDifference(ctx: Context, flow: FlowStack): Promise<KeptDifference> {
  const { workspaceId, environmentId } = await difference(ctx, flow)
  const row = await ctx.database.inWorkspace(workspaceId, null, (tx) => findDifference(tx, environmentId))
  if (row === null) throw new Error('Nobody has looked yet.')
  const { components, orgMemory: _, ...shown } = row
  return { row: shown, components: unpackedComponents(components) }
}

/** A line for each component: `ApexClass Alpha: Modified by Ada | Deleted by Bo, conflict`. */
export const linesOf = ({ components }: KeptDifference): string[] =>
  components.map(({ componentType, componentName, outbound, inbound, merge }) => {
    const said = [outbound, inbound].map((side) =>
      side === null ? '-' : `${side.changeType} by ${side.who ?? '?'}`,
    )
    return `${componentType} ${componentName}: ${said.join(' | ')}${merge === null ? '' : `, ${merge}`}`
  })
