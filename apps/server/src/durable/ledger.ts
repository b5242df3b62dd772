import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { jobStep } from '../platform/database/schema/job-execution.ts'

/** Results stand in a wrapper, so that a result which is null differs from no result. */
interface StoredResult<T> {
  value: T
}

export interface LedgerEntry<I, T> {
  intent: I
  result: StoredResult<T> | null
  resolution: 'Performed' | 'Adopted' | 'Ambiguous' | null
}

export interface LedgerKey {
  jobId: string
  workspaceId: string
  epoch: number
  name: string
}

const at = (key: LedgerKey) => and(eq(jobStep.jobId, key.jobId), eq(jobStep.name, key.name))

/** The types are those of the effect of this name: what it stored comes back, as JSON. */
export async function findEntry<I, T>(
  tx: Transaction,
  key: LedgerKey,
): Promise<LedgerEntry<I, T> | undefined> {
  const [row] = await tx
    .select({
      intent: sql<I>`${jobStep.intent}`,
      result: sql<StoredResult<T> | null>`${jobStep.result}`,
      resolution: jobStep.resolution,
    })
    .from(jobStep)
    .where(at(key))
  return row
}

export async function insertIntent(tx: Transaction, key: LedgerKey, intent: unknown): Promise<void> {
  await tx.insert(jobStep).values({ ...key, intent: intent ?? {} })
}

/** The effect is known not to have happened. */
export async function deleteIntent(tx: Transaction, key: LedgerKey): Promise<void> {
  await tx.delete(jobStep).where(at(key))
}

export async function storeResult(
  tx: Transaction,
  key: LedgerKey,
  outcome: { value: unknown; resolution: 'Performed' | 'Adopted' | 'Ambiguous' },
): Promise<void> {
  const result: StoredResult<unknown> = { value: outcome.value ?? null }
  const written = { result, resultUtc: sql`now()`, resolution: outcome.resolution, epoch: key.epoch }
  await tx
    .insert(jobStep)
    .values({ ...key, intent: {}, ...written })
    .onConflictDoUpdate({ target: [jobStep.jobId, jobStep.name], set: written })
}

/** Effects begun and not known done: until each is reconciled, the job must not stop. */
export async function countOpenIntents(tx: Transaction, jobId: string): Promise<number> {
  return tx.$count(jobStep, and(eq(jobStep.jobId, jobId), isNull(jobStep.result)))
}
