import { limits } from '@sluice/contract/limits'
import type { UndeployedComponent, UndeployedComponentPage } from '@sluice/contract/undeployed-component'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { componentFailure } from '../platform/database/schema/environment-state.ts'
import type { EnvironmentRow } from './environment-store.ts'

const hasProblem = (type: 'Error' | 'Warning') =>
  sql`${componentFailure.problems} @> ${JSON.stringify([{ type }])}::jsonb`

/** Errors come before warnings, these before anything else. */
const severity = sql<number>`case when ${hasProblem('Error')} then 0 when ${hasProblem('Warning')} then 1 else 2 end`

/** The order of the list. The id makes it total, so that a page begins where the one before ended. */
const order: readonly SQL[] = [
  sql`${componentFailure.failingSinceUtc}`,
  severity,
  sql`lower(${componentFailure.reason})`,
  sql`lower(${componentFailure.packageName})`,
  sql`lower(${componentFailure.componentType})`,
  sql`lower(${componentFailure.componentName})`,
  sql`${componentFailure.id}`,
]
const orderColumns = sql.join([...order], sql`, `)

/**
 * One page of undeployed components.
 * @param after the component that the page begins after; the page is of its set, also when that is no longer the current one
 * @throws entityNotFound when `after` is no component of the environment, such as one of a set that was removed meanwhile
 */
export async function listUndeployedPage(
  tx: Transaction,
  { id: environmentId, componentStateRevisionId }: Pick<EnvironmentRow, 'id' | 'componentStateRevisionId'>,
  after?: string,
): Promise<UndeployedComponentPage> {
  const last = after === undefined ? undefined : await findComponent(tx, environmentId, after)
  if (last === null) throw new AppError('entityNotFound')
  const revisionId = last?.revisionId ?? componentStateRevisionId
  if (revisionId === null) return { revisionId, components: [], nextAfter: null }
  const isAfter =
    last &&
    sql`(${orderColumns}) > (select ${orderColumns} from ${componentFailure} where ${eq(componentFailure.id, last.id)})`
  const rows = await tx
    .select()
    .from(componentFailure)
    .where(
      and(
        eq(componentFailure.environmentId, environmentId),
        eq(componentFailure.revisionId, revisionId),
        isAfter,
      ),
    )
    .orderBy(...order.map((expression) => asc(expression)))
    .limit(limits.undeployedComponents + 1)
  const components = rows.slice(0, limits.undeployedComponents).map(viewComponent)
  const hasMore = rows.length > limits.undeployedComponents
  return { revisionId, components, nextAfter: hasMore ? (components.at(-1)?.id ?? null) : null }
}

async function findComponent(tx: Transaction, environmentId: string, id: string) {
  const [row] = await tx
    .select({ id: componentFailure.id, revisionId: componentFailure.revisionId })
    .from(componentFailure)
    .where(and(eq(componentFailure.id, id), eq(componentFailure.environmentId, environmentId)))
  return row ?? null
}

const viewComponent = ({
  baselineCommitHash: _baseline,
  ...row
}: typeof componentFailure.$inferSelect): UndeployedComponent => ({
  ...row,
  createdUtc: row.createdUtc.toISOString(),
  failingSinceUtc: row.failingSinceUtc.toISOString(),
  leftOutUtc: row.leftOutUtc?.toISOString() ?? null,
})
