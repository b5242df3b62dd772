import type { ComponentIdentity } from './component.ts'
/** B of semantics 4.10 for one file: parity with the nested (or the whole file when nested is null) taken from the baseline. */
export declare function overlayBaseline(o: {
  readonly path: string
  readonly parity: Uint8Array | null
  readonly baseline: Uint8Array | null
  readonly nested: readonly ComponentIdentity[] | null
}): Uint8Array | null
export interface OverlayResult {
  readonly content: Uint8Array | null
  /** org equals parity: row can go */ readonly settled: readonly ComponentIdentity[]
  /** org still equals the baseline */ readonly unchanged: readonly ComponentIdentity[]
  /** both changed: merged, or in `conflicts` when they collide (then content holds the org's) */ readonly merged: readonly ComponentIdentity[]
  readonly conflicts: readonly ComponentIdentity[]
}
/** What the author commit on top of parity must hold for one file. */
export declare function overlayOrg(o: {
  readonly path: string
  readonly parity: Uint8Array | null
  readonly baseline: Uint8Array | null
  readonly org: Uint8Array | null
  readonly nested: readonly ComponentIdentity[] | null
}): OverlayResult
