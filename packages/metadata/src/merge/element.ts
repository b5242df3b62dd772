import type { ConflictReason, ElementMerge, MergeConflict, MergeRun, Piece } from './merge-types.ts'
import type { Node, Sides } from './node.ts'

import { textOf } from '../xml/text.ts'
import { mergeContent } from './content.ts'
import { mapSides, meaningOf, nameOf, sourceOf } from './node.ts'
import { conflictPiece } from './output.ts'
import { pickGap } from './gaps.ts'
import { isVolatile } from './volatile.ts'
import { isSameSource, isSpelledAlike } from './sameness.ts'

/** Merges one element that may have come, gone or changed on each side. Null when it is not in the result. */
export function mergeElement(merge: ElementMerge): Piece | null {
  const { base, ours, theirs } = merge.sides
  if (ours === null && theirs === null) return null
  if (ours === null || theirs === null) return mergePresence(merge, ours ?? theirs)
  const gap = mergeGap(base?.gap ?? null, ours.gap, theirs.gap)
  const text = mergeBoth(merge, ours, theirs)
  if (text !== null) return { gap, text, isConflict: false }
  return conflict(merge, base === null ? 'addedByBoth' : 'changedByBoth', gap)
}

/** One side has the element, the other does not. */
function mergePresence(merge: ElementMerge, present: Node | null): Piece | null {
  const { base } = merge.sides
  if (present === null) return null
  if (base === null) return { gap: present.gap, text: sourceOf(present), isConflict: false }
  const isUntouched =
    isSpelledAlike(base, present) || meaningOf(base, merge.rules) === meaningOf(present, merge.rules)
  return isUntouched ? null : conflict(merge, 'deletedAndChanged', present.gap)
}

/** The gap of ours, unless only theirs changed its comments. */
function mergeGap(base: string | null, ours: string, theirs: string): string {
  return pickGap({ base: base ?? '', ours, theirs })
}

/** The merged text of an element that both sides have; null when it is one conflict as a whole. */
function mergeBoth(merge: ElementMerge, ours: Node, theirs: Node): string | null {
  const { base } = merge.sides
  if (isSameSource(ours, theirs)) return sourceOf(ours)
  if (base !== null && isSameSource(base, ours)) return sourceOf(theirs)
  if (base !== null && isSameSource(base, theirs)) return sourceOf(ours)
  if (isSpelledAlike(ours, theirs)) return likelierSpelling(merge.run, sourceOf(ours), sourceOf(theirs))
  if (base !== null && isSpelledAlike(base, ours)) return sourceOf(theirs)
  if (base !== null && isSpelledAlike(base, theirs)) return sourceOf(ours)
  const both = { base, ours, theirs }
  return holdsElements(both) ? mergeParents(merge, both) : mergeLeaves(merge, both)
}

/** Of two spellings of one thing, written anew by both sides: the one that the writer of such files uses, else ours. */
function likelierSpelling(run: MergeRun, ours: string, theirs: string): string {
  const difference = openForms(theirs) - openForms(ours)
  return (run.prefersOpenForm ? difference : -difference) > 0 ? theirs : ours
}

const openForms = (text: string): number => text.split('></').length

interface Both {
  readonly base: Node | null
  readonly ours: Node
  readonly theirs: Node
}

function holdsElements({ base, ours, theirs }: Both): boolean {
  return [base, ours, theirs].some((node) => node !== null && node.document.hasChildren(node.element))
}

const value = (node: Node): string => `${startTagOf(node)}${textOf(node.document, node.element)}`

function mergeLeaves(merge: ElementMerge, { base, ours, theirs }: Both): string | null {
  const oursValue = value(ours)
  const theirsValue = value(theirs)
  if (oursValue === theirsValue) {
    return base !== null && sourceOf(base) === sourceOf(ours) ? sourceOf(theirs) : sourceOf(ours)
  }
  if (base !== null && value(base) === oursValue) return sourceOf(theirs)
  if (base !== null && value(base) === theirsValue) return sourceOf(ours)
  return isVolatile(merge.plainPath) ? sourceOf(ours) : null
}

function mergeParents(merge: ElementMerge, both: Both): string | null {
  const { base, ours, theirs } = both
  const isEmptyOrParent = [base, ours, theirs].every(
    (node) =>
      node === null ||
      node.document.hasChildren(node.element) ||
      textOf(node.document, node.element).trim() === '',
  )
  const tag = mergeStartTag(both)
  if (!isEmptyOrParent || tag === null) return null
  const content = mergeContent({ ...merge, sides: both })
  if (content === null) return null
  const name = nameOf(ours)
  if (content === '' && isSelfClosing(ours)) return sourceOf(ours)
  const opening = tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag
  return `${opening}${content}</${name}>`
}

function startTagOf({ document, element }: Node): string {
  const tag = document.text.slice(document.startOf(element), document.contentStartOf(element))
  return tag.replace(/\s*\/?>$/u, '>').replace(/\s+/gu, ' ')
}

function isSelfClosing({ document, element }: Node): boolean {
  return document.contentEndOf(element) === document.endOf(element)
}

const rawTag = ({ document, element }: Node): string =>
  document.text.slice(document.startOf(element), document.contentStartOf(element))

/** The start tag with the attributes of the side that changed them; null when both did. */
function mergeStartTag({ base, ours, theirs }: Both): string | null {
  const oursTag = startTagOf(ours)
  if (oursTag === startTagOf(theirs)) return rawTag(isSelfClosing(ours) ? theirs : ours)
  if (base === null) return null
  if (startTagOf(base) === oursTag) return rawTag(theirs)
  return startTagOf(base) === startTagOf(theirs) ? rawTag(ours) : null
}

function conflict(merge: ElementMerge, reason: ConflictReason, gap: string): Piece | null {
  return conflictPiece(merge.run, conflictOf(merge.path, reason, merge.sides), { gap })
}

/** A conflict about one element, with its versions as written. */
export function conflictOf(path: string, reason: ConflictReason, sides: Sides<Node | null>): MergeConflict {
  return { path, reason, ...mapSides(sides, (node) => (node === null ? null : sourceOf(node))) }
}
