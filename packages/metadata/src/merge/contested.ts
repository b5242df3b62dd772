import type { KeySpec, ListOrder, RuleNode } from '../type-rules.ts'
import type { Identification, Identified } from './identify.ts'
import type { ConflictReason } from './merge-types.ts'
import type { Node, Sides } from './node.ts'

import { compareText } from '../collation.ts'
import { rulesBelow } from '../type-rules.ts'
import { BySource } from './by-source.ts'
import { isWholeKey } from './identity.ts'
import { mapSides, meaningOf } from './node.ts'

/**
 * Why entries cannot be paired without guessing; null when they can. Both sides exchanged the only value of a list, or all its
 * entries where these are values of several parts; one side exchanged the only value and the other took it away; or both
 * exchanged entries of a key that stands twice somewhere, or of none. Names, as the members of a package, come and go one
 * by one.
 */
export function whyContested({ entries, repeated }: Identification, key: KeySpec): ConflictReason | null {
  const rows = [entries.base, entries.ours, entries.theirs]
  if (rows.flat().every(({ node }) => isWholeKey(node, key))) {
    const isSingle = rows.every(({ length }) => length < 2)
    if ((isSingle || key.kind === 'fields') && isExchanged(entries)) return 'changedByBoth'
    if (isSingle && isTakenAndExchanged(entries)) return 'deletedAndChanged'
  }
  // Entries without a key go by the empty name.
  const keys = new Set([...repeated, ''])
  const byKey = mapSides(entries, (list) => rowsByKey(list, keys))
  const isContested = [...keys].some((name) => {
    const { base, ours, theirs } = mapSides(byKey, (found) => idsOf(found.get(name) ?? []))
    const isLost = hasOthers(base, [ours]) && hasOthers(base, [theirs])
    return isLost && hasOthers(ours, [base, theirs]) && hasOthers(theirs, [base, ours])
  })
  return isContested ? 'changedByBoth' : null
}

/** Whether neither side has an entry of the base any more, and each has some that the other has not. */
function isExchanged(entries: Sides<readonly Identified[]>): boolean {
  const { base, ours, theirs } = mapSides(entries, idsOf)
  const isGone = base.size > 0 && [...base].every((id) => !ours.has(id) && !theirs.has(id))
  return isGone && hasOthers(ours, [theirs]) && hasOthers(theirs, [ours])
}

/** Whether one side has nothing left of the base, and the other only other entries. */
function isTakenAndExchanged(entries: Sides<readonly Identified[]>): boolean {
  const { base, ours, theirs } = mapSides(entries, idsOf)
  const [left, taken] = ours.size === 0 ? [theirs, ours] : [ours, theirs]
  return base.size > 0 && taken.size === 0 && left.size > 0 && [...base].every((id) => !left.has(id))
}

type Ids = ReadonlySet<number>

function idsOf(list: readonly Identified[]): Ids {
  return new Set(list.map(({ id }) => id))
}

/** Whether some are not among the known ones. */
function hasOthers(ids: Ids, known: readonly Ids[]): boolean {
  return [...ids].some((id) => !known.some((other) => other.has(id)))
}

/** A key with its entries, and what becomes of them: the one that stays, or why a person has to decide. */
interface DecidedKey {
  readonly key: string
  readonly outcome: Identified | ConflictReason
  readonly entries: Sides<readonly Identified[]>
}

/**
 * Keys that stand twice somewhere and are decided as a whole. A key that all versions hold never vanishes; where one
 * side holds it no more and the other has other entries of it, one deleted what the other changed; and where no order means
 * anything, a copy of an entry is that entry: what the other side did to the one meets the other, and two sides that brought
 * other values for the one entry of the base contest it. A side that only copied the one entry of the base changed
 * nothing: what the other side made of it stands for all copies.
 */
export function decidedKeys(
  { entries, repeated }: Identification,
  rules: RuleNode,
  order: ListOrder,
): DecidedKey[] {
  const rows = mapSides(entries, (list) => rowsByKey(list, repeated))
  const said = {
    meanings: new BySource((node) => meaningOf(node, rules)),
    values: new BySource((node) => valuesOf(node, rules)),
  }
  return [...repeated].flatMap((key) => {
    const found = mapSides(rows, (byKey) => byKey.get(key) ?? [])
    const reason = whyAsked(found, said, order)
    if (reason === null) return []
    const changed = reason === 'changedByBoth' ? changeOfCopied(found, said) : null
    return [{ key, outcome: changed ?? reason, entries: found }]
  })
}

/** What entries say, each read once for all that are written alike. */
interface Said {
  readonly meanings: BySource<string>
  readonly values: BySource<string>
}

/** What one side made of the only entry of the base, where the other side only copied that. */
function changeOfCopied(
  { base, ours, theirs }: Sides<readonly Identified[]>,
  { meanings }: Said,
): Identified | null {
  const [before, ...others] = base.map(({ node }) => meanings.of(node))
  if (others.length > 0) return null
  const isCopied = (row: readonly Identified[]): boolean =>
    row.length > 1 && row.every(({ node }) => meanings.of(node) === before)
  const [changed, ...more] = isCopied(ours) ? theirs : isCopied(theirs) ? ours : []
  return changed !== undefined && more.length === 0 ? changed : null
}

function whyAsked(
  entries: Sides<readonly Identified[]>,
  said: Said,
  order: ListOrder,
): ConflictReason | null {
  const { base, ours, theirs } = entries
  const isOnBoth = ours.length > 0 && theirs.length > 0
  if (base.length === 0 || (ours.length === 0 && theirs.length === 0)) return null
  if (isOnBoth && !isAnyKept(entries)) return 'changedByBoth'
  if (isOnBoth && order === 'ordered') return null
  const values = mapSides(entries, (row) => row.map(({ node }) => said.values.of(node)))
  if (isOnBoth && isBroughtApart(values)) return 'changedByBoth'
  const meanings = mapSides(entries, (row) => row.map(({ node }) => said.meanings.of(node)))
  if (isOnBoth) return whyCopyAsked(meanings)
  return isWithin([...meanings.ours, ...meanings.theirs], meanings.base) ? null : 'deletedAndChanged'
}

function whyCopyAsked({ base, ours, theirs }: Sides<readonly string[]>): ConflictReason | null {
  const isAsked =
    hasCopyOfChanged(base, { copying: ours, changing: theirs }) ||
    hasCopyOfChanged(base, { copying: theirs, changing: ours })
  if (!isAsked) return null
  return Math.min(ours.length, theirs.length) < base.length ? 'deletedAndChanged' : 'changedByBoth'
}

/** What an entry says but for the lists in it, which grow beside one another. */
function valuesOf({ document, element }: Node, rules: RuleNode): string {
  const values = document.childrenOf(element).flatMap((child) => {
    const name = document.nameOf(child)
    if (rules.lists.has(name)) return []
    return [meaningOf({ document, element: child, gap: '' }, rulesBelow(rules, name))]
  })
  return values.toSorted(compareText).join('')
}

/** Whether each side brought other values under a key that had one entry. */
function isBroughtApart({ base, ours, theirs }: Sides<readonly string[]>): boolean {
  const bringsOther = (side: readonly string[], other: readonly string[]): boolean =>
    side.some((text) => text !== base[0] && !other.includes(text))
  return base.length === 1 && bringsOther(ours, theirs) && bringsOther(theirs, ours)
}

interface Copying {
  readonly copying: readonly string[]
  readonly changing: readonly string[]
}

/** Whether a side holds an entry of the base more often than before, and the other side less often. */
function hasCopyOfChanged(base: readonly string[], { copying, changing }: Copying): boolean {
  const [inCopying, inChanging] = [countsOf(copying), countsOf(changing)]
  return [...countsOf(base)].some(
    ([text, count]) => (inCopying.get(text) ?? 0) > count && (inChanging.get(text) ?? 0) < count,
  )
}

/** How often each text stands in a row. */
function countsOf(row: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of row) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
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
function isWithin(row: readonly string[], other: readonly string[]): boolean {
  const known = countsOf(other)
  return [...countsOf(row)].every(([text, count]) => count <= (known.get(text) ?? 0))
}
