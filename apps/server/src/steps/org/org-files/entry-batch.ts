import type { StoredForm } from '@sluice/metadata/org-values/stored-form'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'

/** Entries of archives for whoever reads them, in this thread or another: plain data. */
export interface EntryBatch {
  /** Below the metadata directory. */
  readonly paths: readonly string[]
  /** The blobs that the repository has at these paths; empty where it has none. */
  readonly parity: readonly string[]
  /** Bytes of each entry, inflated. */
  readonly sizes: readonly number[]
  /** Where the deflated bytes of each entry begin in the members, and where they end. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** The entries as members of one gzip file. */
  readonly members: Uint8Array
}

/** Composites that were named only so that profiles come with their entries about them, by key. */
export interface BesideRules {
  readonly composites: ReadonlySet<string>
  /** Their parts that come from a package although their names do not tell. */
  readonly packagedParts: ReadonlySet<string>
}

/** How to read entries. */
export interface ReadingRules {
  readonly specs: IncludeSpecs
  readonly apiVersion: string
  /** How the repository holds the files. */
  readonly form: StoredForm
  readonly beside: BesideRules
  /** What to give of a new or changed file: its entry of a pack, or its content. */
  readonly give: 'packed' | 'content'
}

/** The files that the entries of a batch are, normalised; in the order of its paths, a column for each thing. */
export interface BatchFiles {
  /** Null where the specs leave nothing of the file. Equal to parity where nothing is new. */
  readonly hashes: readonly (string | null)[]
  /** What was asked for of the new and changed files, one behind the other. */
  readonly bytes: Uint8Array
  /** Where the part of each file ends in them. */
  readonly ends: readonly number[]
  /** Content of what is looked into later: changed files, and new composites for what they hold. By place. */
  readonly contents: ReadonlyMap<number, Uint8Array>
  /** Lists in new and changed files that no rule knows; files without any are left out. By place. */
  readonly unknownLists: ReadonlyMap<number, readonly string[]>
}
