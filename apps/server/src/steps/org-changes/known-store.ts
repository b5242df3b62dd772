import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { environmentKnownComponents as table } from '../../platform/database/schema/environment-state.ts'

/** Under which conditions a flow in remembered the components of its org. */
export interface KnownConditions {
  readonly orgId: string
  readonly includeSpecsHash: string
  /** Everything else that decides what the files of an org become. */
  readonly rules: string
  /** When everything was retrieved the last time. */
  readonly lastFullUtc: string
  /** How far the change log of the org reached before anything was retrieved; null where the org keeps none. */
  readonly revisionNumber: number | null
}

/** Null where no flow in has remembered anything. */
export async function knownConditions(
  tx: Transaction,
  environmentId: string,
): Promise<KnownConditions | null> {
  const { orgId, includeSpecsHash, rules, lastFullUtc, revisionNumber } = table
  const [row] = await tx
    .select({ orgId, includeSpecsHash, rules, lastFullUtc, revisionNumber })
    .from(table)
    .where(eq(table.environmentId, environmentId))
  return row === undefined ? null : { ...row, lastFullUtc: row.lastFullUtc.toISOString() }
}

/** The compressed list of components. */
export async function knownContent(tx: Transaction, environmentId: string): Promise<Buffer | null> {
  const [row] = await tx
    .select({ content: table.content })
    .from(table)
    .where(eq(table.environmentId, environmentId))
  return row?.content ?? null
}

export interface KnownRecord extends KnownConditions {
  /** Null: the next flow in retrieves everything. */
  readonly content: Buffer | null
}

/** Replaces what is remembered of an environment, in the transaction that records its parity. */
export async function recordKnown(
  tx: Transaction,
  { workspaceId, environmentId }: { readonly workspaceId: string; readonly environmentId: string },
  { content, ...conditions }: KnownRecord,
): Promise<void> {
  await tx.delete(table).where(eq(table.environmentId, environmentId))
  if (content === null) return
  const lastFullUtc = new Date(conditions.lastFullUtc)
  await tx.insert(table).values({ workspaceId, environmentId, ...conditions, lastFullUtc, content })
}
