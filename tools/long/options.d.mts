import type { LongPart } from './parts.mjs'

export interface Slice {
  readonly index: number
  readonly count: number
}

export interface LongOptions {
  readonly parts: readonly LongPart[]
  readonly seed: number
  readonly slice: Slice | undefined
  readonly isList: boolean
}

/** The parts to run, the seed, and the one slice of each that is wanted; without a slice all of them. */
export declare function readOptions(args: readonly string[], newSeed: number): LongOptions

/** The slices of a part that a run takes. */
export declare function slicesOf(part: LongPart, slice: Slice | undefined): Slice[]
