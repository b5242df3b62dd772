import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from '../platform/database/database.ts'
import type { FaultPoints } from './fault-points.ts'
import { whileDatabaseIsAway } from './infrastructure-retry.ts'
import { type LedgerKey, deleteIntent, findEntry, insertIntent, storeResult } from './ledger.ts'
import type { Effect, Reconciled } from './run.ts'
import { AmbiguousEffectError } from './run-errors.ts'
import type { RunState } from './run-state.ts'

export interface EffectServices {
  state: RunState
  faults: FaultPoints
  /** A transaction that fails when another worker has the job or a guard objects. */
  fenced<T>(body: (tx: Transaction) => Promise<T>): Promise<T>
  /** Waits until this worker has proved itself alive a moment ago, so that nobody is about to take the job over. */
  freshLease(): Promise<void>
}

const mostAttempts = 3
const retryPauseMs = 1000

const isRetryable = (error: unknown) =>
  error instanceof Error && 'retryable' in error && error.retryable === true

/** `deploy:2` and `deploy 2` are hit as `deploy`. */
export const faultName = (name: string): string => name.replace(/[: ]\d+$/, '')

/** Does the effect, or finds out that it is done: intent, effect and result, each committed before the next. */
export async function performEffect<I, T>(
  services: EffectServices,
  key: LedgerKey,
  effect: Effect<I, T>,
): Promise<T> {
  const found = await services.fenced((tx) => findEntry<I, T>(tx, key))
  if (found?.resolution === 'Ambiguous') throw new AmbiguousEffectError(key.name)
  if (found?.result) return found.result.value
  if (found) {
    const intent = found.intent
    const known = await settle(services, key, await reconcile(services, effect, intent))
    services.state.inheritedEffectIsKnown()
    if (known) return known.done
    services.state.refuseToRepeat()
    return attempt(services, { key, effect, intent })
  }
  services.state.refuseIfCancelled()
  const intent = await effect.intent()
  await services.fenced((tx) => insertIntent(tx, key, intent))
  await services.faults.hit(`${faultName(key.name)}.intent`)
  return attempt(services, { key, effect, intent })
}

async function attempt<I, T>(
  services: EffectServices,
  o: { key: LedgerKey; effect: Effect<I, T>; intent: I },
): Promise<T> {
  const { key, effect, intent } = o
  const fault = faultName(key.name)
  for (let attempts = 1; ; attempts++) {
    await services.freshLease()
    let performed: { value: T }
    try {
      performed = { value: await effect.perform(intent) }
      await services.faults.hit(`${fault}.performed`)
    } catch (error) {
      if (services.state.isStopped) throw error
      const known = effect.provesNotDone?.(error)
        ? undefined
        : await settle(services, key, await reconcile(services, effect, intent))
      if (known) return known.done
      if (!isRetryable(error) || attempts === mostAttempts) {
        await services.fenced((tx) => deleteIntent(tx, key))
        throw error
      }
      await pause(retryPauseMs * attempts, undefined, { signal: services.state.stopSignal })
      continue
    }
    await services.fenced((tx) => storeResult(tx, key, { value: performed.value, resolution: 'Performed' }))
    await services.faults.hit(`${fault}.result`)
    return performed.value
  }
}

/** The question is put again while the answer does not come, because no answer is not a "no". */
async function reconcile<I, T>(
  services: EffectServices,
  effect: Effect<I, T>,
  intent: I,
): Promise<Reconciled<T>> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await whileDatabaseIsAway(() => effect.reconcile(intent))
    } catch (error) {
      if (services.state.isStopped || attempts === mostAttempts) throw error
    }
    await pause(retryPauseMs * attempts, undefined, { signal: services.state.stopSignal })
  }
}

async function settle<T>(
  services: EffectServices,
  key: LedgerKey,
  known: Reconciled<T>,
): Promise<{ done: T } | undefined> {
  if (known === 'notDone') return undefined
  if (known === 'ambiguous') {
    await services.fenced((tx) => storeResult(tx, key, { value: null, resolution: 'Ambiguous' }))
    throw new AmbiguousEffectError(key.name)
  }
  await services.fenced((tx) => storeResult(tx, key, { value: known.done, resolution: 'Adopted' }))
  return known
}
