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
  const keys = new Set([...repeated, ''])
  const rows = mapSides(entries, (list) => rowsByKey(list, keys))
  return [...keys].some((name) => {
    const ids = mapSides(rows, (byKey) => new Set((byKey.get(name) ?? []).map(({ id }) => id)))
    const hasLost = (side: ReadonlySet<number>): boolean => [...ids.base].some((id) => !side.has(id))
    const hasWon = (side: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
      [...side].some((id) => !ids.base.has(id) && !other.has(id))
    const isLost = hasLost(ids.ours) && hasLost(ids.theirs)
    return isLost && hasWon(ids.ours, ids.theirs) && hasWon(ids.theirs, ids.ours)
  })
}

/** A key with its entries, and why a person has to decide. */
interface ContestedKey {
  readonly key: string
  readonly reason: ConflictReason
  readonly entries: Sides<readonly Identified[]>
}

/**
 * Keys that stand twice somewhere and that a person has to decide on. A key that all versions hold never vanishes, and
 * where one side holds it no more and the other has other entries of it, one deleted what the other changed.
 */
export function contestedKeys({ entries, repeated }: Identification, rules: RuleNode): ContestedKey[] {
  const contested: ContestedKey[] = []
  const rows = mapSides(entries, (list) => rowsByKey(list, repeated))
  for (const key of repeated) {
    const { base, ours, theirs } = mapSides(rows, (byKey) => byKey.get(key) ?? [])
    const found = { key, entries: { base, ours, theirs } }
    if (base.length === 0 || (ours.length === 0 && theirs.length === 0)) continue
    if (ours.length > 0 && theirs.length > 0) {
      if (!isAnyKept(found.entries)) contested.push({ ...found, reason: 'changedByBoth' })
    } else if (!isWithin([...ours, ...theirs], base, rules))
      contested.push({ ...found, reason: 'deletedAndChanged' })
  }
  return contested
}

/** The entries of some keys, by key. */
function rowsByKey(list: readonly Identified[], keys: ReadonlySet<string>): Map<string, Identified[]> {
  const rows = new Map<string, Identified[]>()
  for (const entry of list) {
    if (!keys.has(entry.key)) continue
    const row = rows.get(entry.key)
    if (row === undefined) rows.set(entry.key, [entry])
    else row.push(entry)
  }
  return rows
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
