import type { RuleNode } from '../type-rules.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { NamedRow } from './named-row.ts'
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

/** A stretch of a version, between two offsets of bytes. */
export interface Stretch {
  readonly document: XmlDocument
  readonly from: number
  readonly to: number
}

/** Part of a result: what a version holds is named, not copied, until the whole is written. */
export type Written = string | Stretch

/** A piece of the result: what stands before it, and its text. A conflict's text holds whole lines. */
export interface Piece {
  readonly gap: Written
  readonly text: readonly Written[]
  readonly isConflict: boolean
}

/** Where the children of one name of a merged root come from. */
export interface Origin {
  /** The sides whose children of the name are the same, in number and order, as those of the result. */
  readonly sameAs: readonly ('ours' | 'theirs')[]
  /** Whether each of them stands in a version as it is, whichever side wins inside conflicts. */
  readonly isVerbatim: boolean
}

/** What every step of one merge shares: what it found, and how it writes conflicts. */
export interface MergeRun {
  readonly conflicts: MergeConflict[]
  readonly labels: MergeLabels
  /** A side that wins inside conflicts; they are listed all the same. */
  readonly favour: 'ours' | 'theirs' | null
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
  readonly isContested: boolean
}
