// What a long test knows about the run that it belongs to.
import { inject } from 'vitest'

export interface LongRun {
  readonly seed: number
  /** The second of five slices has index 2 and count 5; the whole part has 1 and 1. */
  readonly slice: { readonly index: number; readonly count: number }
}

declare module 'vitest' {
  interface ProvidedContext {
    longRun: LongRun
  }
}

/** A seed for generated cases: it differs between the slices of a run, so that they do not repeat each other. */
export function longRunSeed(): number {
  const { seed, slice } = inject('longRun')
  return (seed + slice.index - 1) % 2 ** 31
}

/** The cases that this slice runs; all slices together run each case once. */
export function casesOfSlice<T>(cases: readonly T[]): readonly T[] {
  const { index, count } = inject('longRun').slice
  return cases.filter((_, position) => position % count === index - 1)
}

/** How many of `total` generated cases this slice runs. */
export function runsOfSlice(total: number): number {
  return Math.ceil(total / inject('longRun').slice.count)
}
