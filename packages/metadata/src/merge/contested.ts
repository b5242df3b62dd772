import type { KeySpec, RuleNode } from '../type-rules.ts'
import type { Identification, Identified } from './identify.ts'
import type { ConflictReason } from './merge-types.ts'
import type { Node, Sides } from './node.ts'

import { isWholeKey } from './identity.ts'
import { mapSides, meaningOf } from './node.ts'

/**
 * Whether entries cannot be paired without guessing: one entry on each side that is nothing but its key, all different, or
 * a key that stands twice somewhere and whose entries both sides exchanged.
 */
export function isContested({ entries, repeated }: Identification, key: KeySpec): boolean {
  const [[base], [ours], [theirs]] = [entries.base, entries.ours, entries.theirs]
  const areSingle = entries.base.length === 1 && entries.ours.length === 1 && entries.theirs.length === 1
  if (areSingle && base !== undefined && ours !== undefined && theirs !== undefined) {
    const all = [base, ours, theirs]
    const areDifferent = new Set(all.map(({ id }) => id)).size === 3
    const areKeys = all.every(({ node }) => isWholeKey(node, key))
    if (areDifferent && (areKeys || all.every(({ isByContent }) => isByContent))) return true
  }
  // Entries without a key go by the empty name.
  return [...repeated, ''].some((name) => {
    const ids = mapSides(entries, (list) => new Set(withKey(list, name).map(({ id }) => id)))
    const hasLost = (side: ReadonlySet<number>): boolean => [...ids.base].some((id) => !side.has(id))
    const hasWon = (side: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
      [...side].some((id) => !ids.base.has(id) && !other.has(id))
    const isLost = hasLost(ids.ours) && hasLost(ids.theirs)
    return isLost && hasWon(ids.ours, ids.theirs) && hasWon(ids.theirs, ids.ours)
  })
}

/**
 * Keys that stand twice somewhere and that a person has to decide on. A key that all versions hold never vanishes, and
 * where one side holds it no more and the other has other entries of it, one deleted what the other changed.
 */
export function contestedKeys(
  { entries, repeated }: Identification,
  rules: RuleNode,
): ReadonlyMap<string, ConflictReason> {
  const contested = new Map<string, ConflictReason>()
  for (const key of repeated) {
    const { base, ours, theirs } = mapSides(entries, (list) => withKey(list, key))
    if (base.length === 0 || (ours.length === 0 && theirs.length === 0)) continue
    if (ours.length > 0 && theirs.length > 0) {
      if (!isAnyKept({ base, ours, theirs })) contested.set(key, 'changedByBoth')
    } else if (!isWithin([...ours, ...theirs], base, rules)) contested.set(key, 'deletedAndChanged')
  }
  return contested
}

/** The entries of one key. */
export function withKey(list: readonly Identified[], key: string): Identified[] {
  return list.filter((entry) => entry.key === key)
}

/** Whether an entry of the key comes into the result: one that both sides have, or that is new. */
function isAnyKept(entries: Sides<readonly Identified[]>): boolean {
  const { base, ours, theirs } = mapSides(entries, (list) => new Set(list.map(({ id }) => id)))
  return [...ours, ...theirs].some((id) => !base.has(id) || (ours.has(id) && theirs.has(id)))
}

/** Whether a row holds nothing that another does not hold as often. */
function isWithin(row: readonly Identified[], other: readonly Identified[], rules: RuleNode): boolean {
  const meaning = ({ node }: { readonly node: Node }): string => meaningOf(node, rules)
  const left = other.map(meaning)
  return row.map(meaning).every((text) => {
    const at = left.indexOf(text)
    if (at === -1) return false
    left.splice(at, 1)
    return true
  })
}
