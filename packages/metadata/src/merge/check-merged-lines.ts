import type { MergeInput, MergeResult } from './write/merge-result.ts'
import type { ConflictReason, MergeConflict } from './decide/conflict.ts'
import type { UniqueRule } from './check/rule.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { Roots } from './read/versions.ts'

import { checkConsistency } from './check/after-merge.ts'
import { repeatedKeys } from './check/duplicates.ts'
import { rulesOfRoot } from '../type-rules.ts'
import { XmlError } from '../xml/errors.ts'
import { readWellFormed } from '../xml/read-well-formed.ts'
import { isMergedByElements } from './merge.ts'
import { readRoots } from './read/versions.ts'

/**
 * Judges what a merge by lines made of metadata XML. Text that is no longer well-formed, entries of the root that stand
 * more often than on either side, and what no longer fits together although it did on both sides are conflicts. Other
 * files, and files that were not well-formed before, are clean. The content of the result is the given one, with markers
 * where something does not fit, unless a side is favoured. Never throws for content.
 */
export function checkMergedLines(input: MergeInput, content: Uint8Array): MergeResult {
  const clean: MergeResult = { status: 'clean', content, conflicts: [] }
  const roots = isMergedByElements(input) ? rootsOrNull(input) : null
  if (roots === null) return clean
  const document = readWellFormed(content)
  const conflicts = document === null ? [notWellFormed] : repeatedEntries(document, roots)
  if (conflicts.length > 0) return { status: 'conflict', content, conflicts }
  const merged = { result: clean, roots, origins: null }
  return checkConsistency(input, merged, () => merged)
}

function rootsOrNull(input: MergeInput): Roots | null {
  try {
    return readRoots(input)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

const conflict = (path: string, reason: ConflictReason, message: string): MergeConflict => ({
  path,
  reason,
  base: null,
  ours: null,
  theirs: null,
  message,
})

const notWellFormed = conflict('/', 'notXml', 'The result of the merge by lines is not well-formed XML.')

/** Entries of the root, by the one child that tells them apart, which neither side holds as often. */
function repeatedEntries(document: XmlDocument, { ours, theirs }: Roots): MergeConflict[] {
  const root = document.nameOf(0)
  return uniqueRules(root).flatMap((rule) => {
    const known = [ours, theirs].flatMap((side) => repeatedKeys(side.document, rule))
    const messages = new Set(known.map(({ message }) => message))
    return repeatedKeys(document, rule)
      .filter(({ message }) => !messages.has(message))
      .map(({ message }) => conflict(`/${root}/${rule.entries}`, 'brokenByMerge', message))
  })
}

function uniqueRules(root: string): UniqueRule[] {
  return [...rulesOfRoot(root).lists].flatMap(([entries, { key }]) => {
    if (key.kind !== 'fields' || key.refinement.length > 0) return []
    const [part, ...more] = key.alternatives[0] ?? []
    const [child, ...deeper] = part?.path ?? []
    if (part === undefined || child === undefined || more.length > 0 || deeper.length > 0) return []
    return part.untilHyphen ? [] : [{ kind: 'unique', entries, key: [child], what: `entry of ${entries}` }]
  })
}
