import type { KeySpec, RuleNode } from '../type-rules.ts'
import type { Identification, Identified } from './identify.ts'
import type { ConflictReason } from './merge-types.ts'
import type { Node, Sides } from './node.ts'

import { isWholeKey } from './identity.ts'
import { mapSides, meaningOf } from './node.ts'

/**
 * Whether entries cannot be paired without guessing: both sides exchanged the only value of a list, or all its entries where
 * these are values of several parts; or both exchanged entries of a key that stands twice somewhere, or of none. Names, as
 * the members of a package, come and go one by one.
 */
export function isContested({ entries, repeated }: Identification, key: KeySpec): boolean {
  const rows = [entries.base, entries.ours, entries.theirs]
  const mayBeExchanged = key.kind === 'fields' || rows.every(({ length }) => length === 1)
  if (mayBeExchanged && isExchanged(entries) && rows.flat().every(({ node }) => isWholeKey(node, key)))
    return true
  // Entries without a key go by the empty name.
  const keys = new Set([...repeated, ''])
  const byKey = mapSides(entries, (list) => rowsByKey(list, keys))
  return [...keys].some((name) => {
    const { base, ours, theirs } = mapSides(byKey, (found) => idsOf(found.get(name) ?? []))
    const isLost = hasOthers(base, [ours]) && hasOthers(base, [theirs])
    return isLost && hasOthers(ours, [base, theirs]) && hasOthers(theirs, [base, ours])
  })
}

/** Whether neither side has an entry of the base any more, and each has some that the other has not. */
function isExchanged(entries: Sides<readonly Identified[]>): boolean {
  const { base, ours, theirs } = mapSides(entries, idsOf)
  const isGone = base.size > 0 && [...base].every((id) => !ours.has(id) && !theirs.has(id))
  return isGone && hasOthers(ours, [theirs]) && hasOthers(theirs, [ours])
}

type Ids = ReadonlySet<number>

function idsOf(list: readonly Identified[]): Ids {
  return new Set(list.map(({ id }) => id))
}

/** Whether some are not among the known ones. */
function hasOthers(ids: Ids, known: readonly Ids[]): boolean {
  return [...ids].some((id) => !known.some((other) => other.has(id)))
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
  const { base, ours, theirs } = mapSides(entries, idsOf)
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
