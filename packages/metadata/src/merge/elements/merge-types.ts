import type { RuleNode } from '../../type-rules.ts'
import type { NamedRow } from '../read/named-row.ts'
import type { Node, Sides } from '../read/node.ts'
import type { Roots } from '../read/versions.ts'
import type { MergeResult } from '../write/merge-result.ts'
import type { ConflictWriting } from '../write/output.ts'
import type { Piece } from '../write/pieces.ts'

/** Where the children of one name of a merged root come from. */
export interface Origin {
  /** The sides whose children of the name are the same, in number and order, as those of the result. */
  readonly sameAs: readonly ('ours' | 'theirs')[]
  /** Whether each of them stands in a version as it is, whichever side wins inside conflicts. */
  readonly isVerbatim: boolean
}

/** What every step of one merge shares: what it found, and how it writes conflicts. */
export interface MergeRun extends ConflictWriting {
  /** Which form an empty element takes where both sides wrote it anew, each in another: `<x></x>` rather than `<x/>`. */
  readonly prefersOpenForm: boolean
  /** By name of the root's children, where these were merged one by one. */
  readonly origins: Map<string, Origin>
  /** The way down: lists merge their entries through it. */
  readonly mergeElement: (merge: ElementMerge) => Piece | null
}

/** An element in its versions, at its place. */
export interface ElementMerge {
  readonly run: MergeRun
  readonly sides: Sides<Node | null>
  readonly rules: RuleNode
  /** Path with keys, for messages. */
  readonly path: string
  /** Path without keys, for rules. */
  readonly plainPath: string
}

/** The insides of one element in its versions. */
export interface ContentMerge extends ElementMerge {
  readonly sides: { readonly base: Node | null; readonly ours: Node; readonly theirs: Node }
}

/** Some elements of one name under one parent, in their versions. */
export type Block = Sides<readonly Node[]>

/** The elements of one name, which both sides changed. */
export interface BlockMerge extends ContentMerge {
  readonly name: string
  readonly block: Sides<NamedRow>
  /** Part of a unit that both sides changed: no entry is merged. */
  readonly isConflicting: boolean
}

/** A merge with the versions it read, for those who look at them again. */
export interface ReadMerge {
  readonly result: MergeResult
  /** Null where the versions are no XML or need no reading. */
  readonly roots: Roots | null
  /** By name, what became of the root's children; null where that is not known. */
  readonly origins: ReadonlyMap<string, Origin> | null
}
