import type { ComponentIdentity } from '@sluice/contract/component'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { componentFailure, componentStateRevision } from '../platform/database/schema/environment-state.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { newId } from '../platform/ids.ts'

type Row = typeof componentFailure.$inferSelect

export interface UndeployedChange {
  readonly workspaceId: string
  readonly environmentId: string
  /** `include` takes components in again that people left out; `forget` removes components from the set. */
  readonly how: 'include' | 'forget'
  readonly components: readonly ComponentIdentity[]
}

const rowsPerInsert = 500
const keyOf = ({ packageName, componentType, componentName }: ComponentIdentity): string =>
  `${packageName} ${componentType} ${componentName}`

/**
 * Writes a new set of undeployed components, because snapshots keep the one before, and gives those that are changed in it: named
 * components that are not in the set, or that nobody left out where they are to be taken in, are none.
 */
export async function changeUndeployed(
  tx: Transaction,
  { workspaceId, environmentId, how, components }: UndeployedChange,
): Promise<readonly ComponentIdentity[]> {
  const [at] = await tx
    .select({ revisionId: environment.componentStateRevisionId })
    .from(environment)
    .where(eq(environment.id, environmentId))
    .for('update')
  if (!at?.revisionId) return []
  const rows = await tx.select().from(componentFailure).where(eq(componentFailure.revisionId, at.revisionId))
  const named = new Set(components.map(keyOf))
  const isMeant = (row: Row) => named.has(keyOf(row)) && (how === 'forget' || row.reason === 'LeftOut')
  const changed = rows.filter(isMeant)
  if (changed.length === 0) return []
  const left = how === 'forget' ? rows.filter((row) => !isMeant(row)) : rows
  const revisionId = newId()
  const after = left.map((row) => ({
    ...(isMeant(row) ? takenIn(row) : row),
    id: newId(),
    revisionId,
  }))
  await tx.insert(componentStateRevision).values({
    id: revisionId,
    workspaceId,
    environmentId,
    componentCount: after.length,
    componentWithErrorsCount: after.filter(({ problems }) => problems.some(({ type }) => type === 'Error'))
      .length,
  })
  for (let from = 0; from < after.length; from += rowsPerInsert)
    await tx.insert(componentFailure).values(after.slice(from, from + rowsPerInsert))
  await tx
    .update(environment)
    .set({ componentStateRevisionId: revisionId })
    .where(eq(environment.id, environmentId))
  return changed
}

const takenIn = (row: Row): Row => ({
  ...row,
  reason: 'OfferedAgain',
  problems: [],
  leftOutByUserId: null,
  leftOutUtc: null,
})
