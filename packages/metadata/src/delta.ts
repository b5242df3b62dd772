import type { ArchiveEntry } from './archive.ts'
import type { ComponentIdentity } from './component.ts'
import type { ComponentChange } from './diff/component-changes.ts'
export interface DeltaPlan {
  /** package.xml, destructive manifests and files, paths as inside the archive (`unpackaged/...`); read again on each iteration */
  readonly entries: AsyncIterable<ArchiveEntry>
  readonly components: readonly ComponentIdentity[]
  readonly destructivePre: readonly ComponentIdentity[]
  readonly destructivePost: readonly ComponentIdentity[]
  /** left out: cannot be deployed or deleted */
  readonly undeployable: readonly ComponentChange[]
  readonly isEmpty: boolean
}
export interface DeltaInput {
  readonly changes: readonly ComponentChange[]
  /** componentKeys that must stay out */
  readonly excluded: ReadonlySet<string>
  /** content at head of a path below the metadata directory; null = absent */
  readonly readHead: (path: string) => Promise<Uint8Array | null> | Uint8Array | null
  /** paths at head below a directory (ends with '/'), for bundles */
  readonly listHead: (directory: string) => readonly string[] | Promise<readonly string[]>
  readonly apiVersion: string
}
export declare function planDelta(input: DeltaInput): DeltaPlan
