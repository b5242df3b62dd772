import type { RuleNode } from '../type-rules.ts'
import type { Node, Sides } from './node.ts'

/** Why a person has to decide. */
export type ConflictReason =
  | 'changedByBoth'
  | 'addedByBoth'
  | 'deletedAndChanged'
  | 'movedByBoth'
  | 'numberedListChangedByBoth'
  | 'brokenByMerge'
  | 'notXml'
  | 'linesChangedByBoth'

/** One conflict: where, and what the versions say (null = absent there). */
export interface MergeConflict {
  /** Elements from the root with their keys: `/Profile/fieldPermissions[Account.X]/editable`. */
  readonly path: string
  readonly reason: ConflictReason
  readonly base: string | null
  readonly ours: string | null
  readonly theirs: string | null
  readonly message?: string
}

/** The names in conflict markers, and how long the markers are: 7 signs when absent. */
export interface MergeLabels {
  readonly base: string
  readonly ours: string
  readonly theirs: string
  readonly markerSize?: number
}

/** A piece of the result: what stands before it, and its text. A conflict's text holds whole lines. */
export interface Piece {
  readonly gap: string
  readonly text: string
  readonly isConflict: boolean
}

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
