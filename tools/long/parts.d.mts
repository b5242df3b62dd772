export interface LongPart {
  /** What `npm run test:long -- NAME` runs. */
  readonly name: string
  /** One sentence for the list of parts. */
  readonly proves: string
  /** Paths of `*.long.test.ts` files, or folders of them. */
  readonly tests?: readonly string[]
  /** Instead of tests: projects of Vitest, whose tests run in the order that the seed gives. */
  readonly projects?: readonly string[]
  /** Instead of tests: a program of Node and its arguments (see run-part.mjs). */
  readonly command?: readonly string[]
  /** In how many slices the whole part is run; 1 by default. */
  readonly slices?: number
}

export declare const longParts: readonly LongPart[]

export interface LongRunEnvironment {
  readonly LONG_RUN_SEED: string
  /** `2/5` is the second slice of five. */
  readonly LONG_RUN_SLICE: string
}

/** The arguments of Vitest that choose the tests of a part and, of projects, the files of the slice and the order. */
export declare function vitestArguments(part: LongPart, environment: LongRunEnvironment): string[]
