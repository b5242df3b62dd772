import type { Clock } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/database.ts'
import { Deadline } from '../platform/deadline.ts'
import type { FaultPoints } from './fault-points.ts'
import { whileServerPartsAreAway } from './infrastructure-retry.ts'
import { type LedgerKey, findEntry, insertIntent, isFinished, outcomeOf, storeResult } from './ledger.ts'
import type { Effect, Reconciled } from './run.ts'
import { AmbiguousEffectError } from './run-errors.ts'
import type { RunInterruption } from './run-interruption.ts'

export interface EffectServices {
  clock: Clock
  interruption: RunInterruption
  faults: FaultPoints
  /** A transaction that fails when another worker has the job or a guard objects. */
  fenced<T>(body: (tx: Transaction) => Promise<T>): Promise<T>
  /** Waits until this worker has proved itself alive a moment ago, so that nobody is about to take the job over. */
  freshLease(): Promise<void>
}

/** How long an effect is repeated that is known not to have happened. */
const repeatForMs = 120_000
const firstPauseMs = 1000
const longestPauseMs = 10_000
/** How often the outside is asked whether an effect happened, by a `reconcile` that waits by itself. */
const mostQuestions = 3

const isTrue = (error: unknown, property: 'retryable' | 'outcomeUnknown') =>
  error instanceof Error && property in error && Reflect.get(error, property) === true

/** Of an effect that is known not to have happened: an error of passing trouble, or an answer that never came. */
const isWorthRepeating = (error: unknown) => isTrue(error, 'retryable') || isTrue(error, 'outcomeUnknown')

/** `deploy:2` and `deploy 2` are hit as `deploy`. */
export const faultName = (name: string): string => name.replace(/[: ]\d+$/, '')

/** Does the effect, or finds out that it is done: intent, effect and result, each committed before the next. */
export async function performEffect<I, T>(
  services: EffectServices,
  key: LedgerKey,
  effect: Effect<I, T>,
): Promise<T> {
  const found = await services.fenced((tx) => findEntry<I, T>(tx, key))
  if (isFinished(found)) return outcomeOf(found)
  if (found) {
    const intent = found.intent
    const known = await settle(services, key, { effect, intent })
    services.interruption.inheritedChangeIsKnown()
    if (known) return known.done
    services.interruption.refuseToRepeat()
    return attempt(services, key, { effect, intent })
  }
  services.interruption.refuseIfCancelled()
  const intent = await effect.intent()
  await services.fenced((tx) => insertIntent(tx, key, { intent, effectKind: effect.kind }))
  await services.faults.hit(`${faultName(key.name)}.intent`)
  return attempt(services, key, { effect, intent })
}

interface IntendedEffect<I, T> {
  readonly effect: Effect<I, T>
  /** As it was recorded. */
  readonly intent: I
}

async function attempt<I, T>(
  services: EffectServices,
  key: LedgerKey,
  { effect, intent }: IntendedEffect<I, T>,
): Promise<T> {
  const fault = faultName(key.name)
  const deadline = new Deadline(services.clock, repeatForMs)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await services.freshLease()
    let performed: { value: T }
    try {
      performed = { value: await effect.perform(intent) }
      await services.faults.hit(`${fault}.performed`)
    } catch (error) {
      if (services.interruption.isStopped) throw error
      const known = effect.provesNotDone?.(error)
        ? undefined
        : await settle(services, key, { effect, intent })
      if (known) return known.done
      if (!isWorthRepeating(error) || deadline.hasPassed || services.interruption.mustEnd) {
        services.interruption.refuseToRepeat()
        throw error
      }
      await services.clock.wait(pauseMs, services.interruption.stopSignal)
      continue
    }
    await record(services, key, { effect, value: performed.value, resolution: 'Performed' })
    await services.faults.hit(`${fault}.result`)
    return performed.value
  }
}

/** Asked again while no answer comes; without any answer nobody can tell whether the effect happened. */
async function reconcile<I, T>(
  services: EffectServices,
  effect: Effect<I, T>,
  intent: I,
): Promise<Reconciled<T>> {
  for (let questions = 1; ; questions++) {
    try {
      return await whileServerPartsAreAway(() => effect.reconcile(intent))
    } catch (error) {
      if (services.interruption.isStopped) throw error
      if (questions === mostQuestions) return 'ambiguous'
    }
    await services.clock.wait(firstPauseMs * questions, services.interruption.stopSignal)
  }
}

async function settle<I, T>(
  services: EffectServices,
  key: LedgerKey,
  { effect, intent }: IntendedEffect<I, T>,
): Promise<{ done: T } | undefined> {
  const known = await reconcile(services, effect, intent)
  if (known === 'notDone') return undefined
  if (known === 'ambiguous') {
    throw new AmbiguousEffectError(key.name)
  }
  await record(services, key, { effect, value: known.done, resolution: 'Adopted' })
  return known
}

interface KnownEffect<I, T> {
  readonly effect: Effect<I, T>
  readonly value: T
  readonly resolution: 'Performed' | 'Adopted'
}

async function record<I, T>(
  services: EffectServices,
  key: LedgerKey,
  { effect, value, resolution }: KnownEffect<I, T>,
): Promise<void> {
  const effectKind = effect.changedNothing?.(value) === true ? 'None' : effect.kind
  await services.fenced((tx) => storeResult(tx, key, { value, resolution, effectKind }))
}
