import { and, eq, inArray, sql } from 'drizzle-orm'
import type { JobReference } from '../context.ts'
import type { Transaction } from '../platform/database/database.ts'
import {
  type JobStepKind,
  type JobStepResolution,
  type RecordedEffectKind,
  jobStep,
} from '../platform/database/schema/job-execution.ts'
import { type RecordedError, recordedError, revivedError } from './recorded-error.ts'
import { AmbiguousEffectError } from './run-errors.ts'

/** Steps are found by their names and not by their positions (decision 9). A wrapper tells a result that is null from no result. */
export type StoredResult<T> = { value: T } | { error: RecordedError }

export interface LedgerEntry<I, T> {
  intent: I
  result: StoredResult<T> | null
  resolution: JobStepResolution | null
}

interface FinishedStep<T> {
  result: StoredResult<T>
}

export const isFinished = <I, T>(
  entry: LedgerEntry<I, T> | undefined,
): entry is LedgerEntry<I, T> & FinishedStep<T> => entry !== undefined && entry.result !== null

export interface LedgerKey extends JobReference {
  epoch: number
  name: string
  kind: JobStepKind
}

const at = (key: LedgerKey) => and(eq(jobStep.jobId, key.jobId), eq(jobStep.name, key.name))

/** The types are those of the step of this name: what it stored comes back, as JSON. */
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

/** Which of the names the job has an entry of. */
export async function findNames(
  tx: Transaction,
  jobId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ name: jobStep.name })
    .from(jobStep)
    .where(and(eq(jobStep.jobId, jobId), inArray(jobStep.name, [...names])))
  return new Set(rows.map(({ name }) => name))
}

/** What the finished step gave, or the error that it ended with. */
export function outcomeOf<T>(finished: FinishedStep<T>): T {
  if ('error' in finished.result) throw revivedError(finished.result.error)
  return finished.result.value
}

export async function insertIntent(
  tx: Transaction,
  key: LedgerKey,
  { intent, effectKind }: { intent: unknown; effectKind: RecordedEffectKind },
): Promise<void> {
  await tx.insert(jobStep).values({ ...key, effectKind, intent: intent ?? {} })
}

export interface KnownResult {
  readonly value: unknown
  readonly resolution: 'Performed' | 'Adopted'
  /** Of effects. */
  readonly effectKind?: RecordedEffectKind
}

export async function storeResult(
  tx: Transaction,
  key: LedgerKey,
  { value, ...known }: KnownResult,
): Promise<void> {
  await store(tx, key, { result: { value: value ?? null }, ...known })
}

/** The step ended with an error, and is not done again: a job that has decided by it must decide the same again. */
export async function storeError(tx: Transaction, key: LedgerKey, error: unknown): Promise<void> {
  const resolution = error instanceof AmbiguousEffectError ? 'Ambiguous' : 'Failed'
  await store(tx, key, { result: { error: recordedError(error) }, resolution })
}

interface Outcome {
  readonly result: StoredResult<unknown>
  readonly resolution: JobStepResolution
  readonly effectKind?: RecordedEffectKind
}

async function store(tx: Transaction, key: LedgerKey, outcome: Outcome): Promise<void> {
  const written = { ...outcome, resultUtc: sql`now()`, epoch: key.epoch }
  await tx
    .insert(jobStep)
    .values({ ...key, intent: {}, ...written })
    .onConflictDoUpdate({ target: [jobStep.jobId, jobStep.name], set: written })
}
