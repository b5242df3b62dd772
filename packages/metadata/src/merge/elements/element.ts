import type { ConflictReason } from '../decide/conflict.ts'
import type { Piece, Written } from '../write/pieces.ts'
import type { ElementMerge, MergeRun } from './merge-types.ts'
import type { Node } from '../read/node.ts'

import { meaningOf } from '../identify/meaning.ts'
import { textOf } from '../../xml/text.ts'
import { mergeContent } from './content.ts'
import { mapSides, nameOf, sourceOf } from '../read/node.ts'
import { conflictPiece, pieceOf } from '../write/output.ts'
import { pickGap, strayTextOf } from '../write/gaps.ts'
import { isOwnValue } from '../../org-values/own-values.ts'
import { isVolatile } from '../identify/volatile.ts'
import { isSameSlice, isSameSource, isSpelledAlike } from '../read/sameness.ts'
import { elementOf, textOfWritten } from '../write/written.ts'

/** Merges one element that may have come, gone or changed on each side. Null when it is not in the result. */
export function mergeElement(merge: ElementMerge): Piece | null {
  const { base, ours, theirs } = merge.sides
  if (ours === null && theirs === null) return null
  if (ours === null || theirs === null) return mergePresence(merge, ours ?? theirs)
  const gap = pickGap({ base: base?.gap ?? '', ours: ours.gap, theirs: theirs.gap })
  const text = mergeBoth(merge, ours, theirs)
  if (text !== null) return { gap, text, isConflict: false }
  return conflict(merge, base === null ? 'addedByBoth' : 'changedByBoth', gap)
}

/** One side has the element, the other does not. */
function mergePresence(merge: ElementMerge, present: Node | null): Piece | null {
  const { base } = merge.sides
  if (present === null) return null
  if (base === null) return pieceOf(present, present)
  // A value that belongs to one org is dropped without a conflict when one side no longer stores it, even if the other changed it.
  if (isOwnValue(merge.plainPath)) return null
  const isUntouched =
    isSpelledAlike(base, present) || meaningOf(base, merge.rules) === meaningOf(present, merge.rules)
  return isUntouched && !hasNewText(base, present) ? null : conflict(merge, 'deletedAndChanged', present.gap)
}

/**
 * Whether the side that kept the element wrote text between its children. Comments go with a deleted element, because they
 * describe it; such text may be content that nobody meant to delete.
 */
function hasNewText(base: Node, present: Node): boolean {
  if (isSameSlice(base, present)) return false
  const text = strayTextOf(present)
  return text !== '' && text !== strayTextOf(base)
}

/** The merged text of an element that both sides have; null when it is one conflict as a whole. */
function mergeBoth(merge: ElementMerge, ours: Node, theirs: Node): readonly Written[] | null {
  const { base } = merge.sides
  if (isSameSource(ours, theirs)) return [elementOf(ours)]
  if (base !== null && isSameSource(base, ours)) return [elementOf(theirs)]
  if (base !== null && isSameSource(base, theirs)) return [elementOf(ours)]
  if (isSpelledAlike(ours, theirs)) return [elementOf(likelierSpelling(merge.run, ours, theirs))]
  if (base !== null && isSpelledAlike(base, ours)) return [elementOf(theirs)]
  if (base !== null && isSpelledAlike(base, theirs)) return [elementOf(ours)]
  const both = { base, ours, theirs }
  if (holdsElements(both)) return mergeParents(merge, both)
  const side = mergeLeaves(merge, both)
  return side && [elementOf(side)]
}

/** Of two spellings of one thing, written anew by both sides: the one that the writer of such files uses, else ours. */
function likelierSpelling(run: MergeRun, ours: Node, theirs: Node): Node {
  const difference = openForms(theirs) - openForms(ours)
  return (run.prefersOpenForm ? difference : -difference) > 0 ? theirs : ours
}

const openForms = (node: Node): number => sourceOf(node).split('></').length

interface Both {
  readonly base: Node | null
  readonly ours: Node
  readonly theirs: Node
}

function holdsElements({ base, ours, theirs }: Both): boolean {
  return [base, ours, theirs].some((node) => node !== null && node.document.hasChildren(node.element))
}

const value = (node: Node): string => `${startTagOf(node)}${textOf(node.document, node.element)}`

/** The side whose value is the merged one; null when both changed it differently. */
function mergeLeaves(merge: ElementMerge, { base, ours, theirs }: Both): Node | null {
  const oursValue = value(ours)
  const theirsValue = value(theirs)
  if (oursValue === theirsValue) return base !== null && isSameSource(base, ours) ? theirs : ours
  if (base !== null && value(base) === oursValue) return theirs
  if (base !== null && value(base) === theirsValue) return ours
  return isVolatile(merge.plainPath) ? ours : null
}

function mergeParents(merge: ElementMerge, both: Both): readonly Written[] | null {
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
  if (isSelfClosing(ours) && textOfWritten(content) === '') return [elementOf(ours)]
  const opening = tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag
  return [opening, ...content, `</${name}>`]
}

function startTagOf(node: Node): string {
  return rawTag(node)
    .replace(/\s*\/?>$/u, '>')
    .replace(/\s+/gu, ' ')
}

function isSelfClosing({ document: { source }, element }: Node): boolean {
  return source.contentEndOf(element) === source.endOf(element)
}

const rawTag = ({ document, element }: Node): string =>
  document.between(document.source.startOf(element), document.source.contentStartOf(element))

/** The start tag with the attributes of the side that changed them; null when both did. */
function mergeStartTag({ base, ours, theirs }: Both): string | null {
  const oursTag = startTagOf(ours)
  if (oursTag === startTagOf(theirs)) return rawTag(isSelfClosing(ours) ? theirs : ours)
  if (base === null) return null
  if (startTagOf(base) === oursTag) return rawTag(theirs)
  return startTagOf(base) === startTagOf(theirs) ? rawTag(ours) : null
}

function conflict(merge: ElementMerge, reason: ConflictReason, gap: string): Piece | null {
  const written = mapSides(merge.sides, (node) => node && [elementOf(node)])
  return conflictPiece(merge.run, { path: merge.path, reason, gap, written })
}
