import type { RuleNode } from '../type-rules.ts'
import type { Node, Sides } from './node.ts'
import type { MergeConflict, MergeLabels, Piece } from './output.ts'

/** What every step of one merge shares: what it found, and how it writes conflicts. */
export interface MergeRun {
  readonly conflicts: MergeConflict[]
  readonly labels: MergeLabels
  /** A side that wins inside conflicts; they are listed all the same. */
  readonly favour: 'ours' | 'theirs' | null
  /** Which form an empty element takes where both sides wrote it anew, each in another: `<x></x>` rather than `<x/>`. */
  readonly prefersOpenForm: boolean
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

/** Elements of one name under one parent, in their versions. */
export type Block = Sides<readonly Node[]>

/** The elements of one name, which both sides changed. */
export interface BlockMerge extends ContentMerge {
  readonly name: string
  readonly block: Block
  /** Part of a unit that both sides changed: no entry is merged. */
  readonly isContested: boolean
}
