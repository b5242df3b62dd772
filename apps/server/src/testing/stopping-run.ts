import type { Effect, Run, StepName } from '../durable/run.ts'

const nameOf = (name: StepName) => (typeof name === 'string' ? name : name.name)

/**
 * A run that calls `hit` at every point at which a worker may be lost: `<name>.before` and `<name>.done` around the work of a
 * step or effect, `<name>.intent` when an effect is about to happen, `<name>.recorded` right after a step, effect or
 * transaction is recorded, and the names of fault points.
 */
export function stoppingRun(run: Run, hit: (point: string) => Promise<void>): Run {
  const recorded = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const result = await work
    await hit(`${name}.recorded`)
    return result
  }
  const around =
    <A extends unknown[], T>(name: string, body: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await hit(`${name}.before`)
      const result = await body(...args)
      await hit(`${name}.done`)
      return result
    }
  const effectAround = <I, T>(name: string, effect: Effect<I, T>): Effect<I, T> => ({
    ...effect,
    perform: async (intent) => {
      await hit(`${name}.intent`)
      const result = await effect.perform(intent)
      await hit(`${name}.done`)
      return result
    },
    intent: async () => {
      await hit(`${name}.before`)
      return await effect.intent()
    },
  })
  const overrides: Partial<Run> = {
    step: (name, body, alsoWrite) =>
      recorded(nameOf(name), run.step(name, around(nameOf(name), body), alsoWrite)),
    effect: <I, T>(name: StepName, effect: Effect<I, T>) =>
      recorded(nameOf(name), run.effect(name, effectAround(nameOf(name), effect))),
    // Not inside: unlike a dead worker, one that only stops would keep the transaction and its locks open.
    transaction: async (name, body) => {
      await hit(`${nameOf(name)}.before`)
      return await recorded(nameOf(name), run.transaction(name, body))
    },
    faultPoint: hit,
  }
  return new Proxy(run, {
    get: (target, key) => {
      if (key in overrides) return Reflect.get(overrides, key)
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
