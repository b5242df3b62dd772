import { type ComponentIdentity, componentKey } from '@sluice/metadata/component'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import {
  type ComponentProblem,
  componentFailure,
  componentStateRevision,
} from '../../platform/database/schema/environment-state.ts'
import { newId } from '../../platform/ids.ts'
import type { TargetEnvironment } from '../session/flow-target.ts'

export type UndeployedReason = (typeof componentFailure.$inferSelect)['reason']

/** A component of the branch that the org does not have, as a flow out left it. */
export interface UndeployedComponent extends ComponentIdentity {
  readonly changeType: 'None' | 'Added' | 'Modified' | 'Deleted'
  readonly componentId: string | null
  readonly reason: UndeployedReason
  /** Who left it out; null unless a person did. */
  readonly leftOutByUserId: string | null
  /** ISO time. */
  readonly leftOutUtc: string | null
  /** ISO time. */
  readonly failingSinceUtc: string
  readonly failingSinceCommitHash: string | null
  readonly baselineCommitHash: string | null
  readonly problems: readonly ComponentProblem[]
}

/** The entries that alone are missing of a component that is in the org otherwise; null where the whole component is not there. */
export function entriesOf({ problems }: { readonly problems: readonly ComponentProblem[] }): string[] | null {
  const entries = problems.flatMap(({ entry }) => entry ?? [])
  return entries.length > 0 && entries.length === problems.length ? entries : null
}

const rowsPerInsert = 500

/** The current set of an environment, named by its revision; none when there is no revision yet. */
export async function loadUndeployed(
  tx: Transaction,
  environmentId: string,
  revisionId: string | null,
): Promise<UndeployedComponent[]> {
  if (revisionId === null) return []
  const rows = await tx
    .select()
    .from(componentFailure)
    .where(
      and(eq(componentFailure.environmentId, environmentId), eq(componentFailure.revisionId, revisionId)),
    )
  return rows.map((row) => ({
    packageName: row.packageName,
    componentType: row.componentType,
    componentName: row.componentName,
    changeType: row.changeType,
    componentId: row.componentId,
    reason: row.reason,
    failingSinceUtc: row.failingSinceUtc.toISOString(),
    failingSinceCommitHash: row.failingSinceCommitHash,
    baselineCommitHash: row.baselineCommitHash,
    leftOutByUserId: row.leftOutByUserId,
    leftOutUtc: row.leftOutUtc?.toISOString() ?? null,
    problems: row.problems,
  }))
}

/** The set as the job knows it: without what a flow in of the same job has settled. */
export async function loadUnsettled(
  tx: Transaction,
  { id, parity }: TargetEnvironment,
): Promise<UndeployedComponent[]> {
  const settled = new Set(parity.settled)
  const rows = await loadUndeployed(tx, id, parity.componentStateRevisionId)
  return rows.filter((row) => !settled.has(componentKey(row)))
}

/** Writes a whole new set and returns its revision, which the environment's row must be pointed at. */
export async function insertUndeployed(
  tx: Transaction,
  owner: { workspaceId: string; environmentId: string; jobId: string },
  components: readonly UndeployedComponent[],
): Promise<string> {
  const revisionId = newId()
  await tx.insert(componentStateRevision).values({
    id: revisionId,
    ...owner,
    componentCount: components.length,
    componentWithErrorsCount: components.filter((component) =>
      component.problems.some((problem) => problem.type === 'Error'),
    ).length,
  })
  for (let at = 0; at < components.length; at += rowsPerInsert) {
    await tx.insert(componentFailure).values(
      components.slice(at, at + rowsPerInsert).map((component) => ({
        id: newId(),
        workspaceId: owner.workspaceId,
        environmentId: owner.environmentId,
        revisionId,
        ...component,
        failingSinceUtc: new Date(component.failingSinceUtc),
        leftOutUtc: component.leftOutUtc === null ? null : new Date(component.leftOutUtc),
        problems: [...component.problems],
      })),
    )
  }
  return revisionId
}

/** What a flow out left out this time: failed, or never deployable. */
export type LeftOut = Omit<
  UndeployedComponent,
  'failingSinceUtc' | 'failingSinceCommitHash' | 'baselineCommitHash' | 'leftOutByUserId' | 'leftOutUtc'
>

/** The person who leaves out what a flow out leaves out by a person's will. */
export interface LeavingOut {
  readonly userId: string | null
  /** ISO time. */
  readonly utc: string
}

interface UndeployedSince {
  /** The set before the flow out. */
  readonly before: readonly UndeployedComponent[]
  readonly headCommitHash: string
  readonly baselineCommitHash: string | null
  readonly by: LeavingOut
}

/**
 * The set after a flow out. A component that was failing already keeps since when, and the commit at which the org
 * had it; for a new one that is the commit that had been offered to the org before. What was left out before keeps who did that.
 */
export function nextUndeployedSet(
  leftOut: readonly LeftOut[],
  { before, headCommitHash, baselineCommitHash, by }: UndeployedSince,
): (UndeployedComponent & { readonly isNew: boolean })[] {
  const known = new Map(before.map((component) => [componentKey(component), component]))
  return leftOut.map((component) => {
    const earlier = known.get(componentKey(component))
    return {
      ...component,
      failingSinceUtc: earlier?.failingSinceUtc ?? by.utc,
      failingSinceCommitHash: earlier === undefined ? headCommitHash : earlier.failingSinceCommitHash,
      baselineCommitHash: earlier === undefined ? baselineCommitHash : earlier.baselineCommitHash,
      ...leftOutBy(component, earlier, by),
      isNew: earlier === undefined,
    }
  })
}

function leftOutBy(
  { reason }: LeftOut,
  earlier: UndeployedComponent | undefined,
  { userId, utc }: LeavingOut,
): Pick<UndeployedComponent, 'leftOutByUserId' | 'leftOutUtc'> {
  if (reason !== 'LeftOut') return { leftOutByUserId: null, leftOutUtc: null }
  if (earlier?.reason === 'LeftOut')
    return { leftOutByUserId: earlier.leftOutByUserId, leftOutUtc: earlier.leftOutUtc }
  return { leftOutByUserId: userId, leftOutUtc: utc }
}
