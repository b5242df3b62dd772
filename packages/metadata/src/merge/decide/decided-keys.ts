import type { ConflictReason } from './conflict.ts'
import type { ListOrder, RuleNode } from '../../type-rules.ts'
import type { Identification, Identified } from '../pair/identify-entries.ts'
import type { Node, Sides } from '../read/node.ts'
import type { KeyEntries } from './touched-keys.ts'

import { meaningOf } from '../identify/meaning.ts'
import { compareText } from '../../collation.ts'
import { rulesBelow } from '../../type-rules.ts'
import { BySource } from '../read/by-source.ts'
import { mapSides } from '../read/node.ts'

/** A key with its entries, and what becomes of them: the one that stays, or why a person has to decide. */
export interface DecidedKey extends KeyEntries {
  readonly outcome: Identified | ConflictReason
}

/** What is known of a list, and what its entries say, each read once for all that are written alike. */
interface Deciding {
  readonly identification: Identification
  readonly order: ListOrder
  readonly meanings: BySource<string>
  readonly values: BySource<string>
}

/**
 * Keys that stand twice somewhere and are decided as a whole. A key that all versions hold never vanishes; where one
 * side holds it no more and the other has other entries of it, one deleted what the other changed; and where no order means
 * anything, a copy of an entry is that entry: what the other side did to the one meets the other, and two sides that brought
 * other values for the one entry of the base conflict. A side that only copied the one entry of the base changed
 * nothing: what the other side made of it stands for all copies.
 */
export function decidedKeys(
  identification: Identification,
  touched: readonly KeyEntries[],
  { order, rules }: { readonly order: ListOrder; readonly rules: RuleNode },
): DecidedKey[] {
  const deciding = {
    identification,
    order,
    meanings: new BySource((node) => meaningOf(node, rules)),
    values: new BySource((node) => valuesOf(node, rules)),
  }
  return touched.flatMap(({ key, entries }) => {
    const reason = identification.repeated.has(key) ? whyAsked(entries, deciding) : null
    if (reason === null) return []
    const changed = reason === 'changedByBoth' ? changeOfCopied(entries, deciding) : null
    return [{ key, entries, outcome: changed ?? reason }]
  })
}

type Entries = KeyEntries['entries']

/** What one side made of the only entry of the base, where the other side only copied that. */
function changeOfCopied({ base, ours, theirs }: Entries, { meanings }: Deciding): Identified | null {
  const [before, ...others] = base.map(({ node }) => meanings.of(node))
  if (others.length > 0) return null
  const isCopied = (row: readonly Identified[]): boolean =>
    row.length > 1 && row.every(({ node }) => meanings.of(node) === before)
  const [changed, ...more] = isCopied(ours) ? theirs : isCopied(theirs) ? ours : []
  return changed !== undefined && more.length === 0 ? changed : null
}

function whyAsked(entries: Entries, deciding: Deciding): ConflictReason | null {
  const { base, ours, theirs } = entries
  const isOnBoth = ours.length > 0 && theirs.length > 0
  if (base.length === 0 || (ours.length === 0 && theirs.length === 0)) return null
  if (isOnBoth && !isAnyKept(entries, deciding)) return 'changedByBoth'
  if (isOnBoth && deciding.order === 'ordered') return null
  if (isOnBoth && base.length === 1) {
    const values = mapSides(entries, (row) => row.map(({ node }) => deciding.values.of(node)))
    if (isBroughtApart(values)) return 'changedByBoth'
  }
  const meanings = mapSides(entries, (row) => row.map(({ node }) => deciding.meanings.of(node)))
  if (isOnBoth) return whyCopyAsked(meanings)
  return isWithin([...meanings.ours, ...meanings.theirs], meanings.base) ? null : 'deletedAndChanged'
}

/** Whether an entry of the key comes into the result: one that both sides have, or that is new. */
function isAnyKept({ ours, theirs }: Entries, { identification: { byId } }: Deciding): boolean {
  const isKept = ({ id }: Identified): boolean =>
    byId.base[id] === undefined || (byId.ours[id] !== undefined && byId.theirs[id] !== undefined)
  return ours.some(isKept) || theirs.some(isKept)
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
function isBroughtApart({ base: [before], ours, theirs }: Sides<readonly string[]>): boolean {
  const bringsOther = (side: readonly string[], other: readonly string[]): boolean =>
    side.some((text) => text !== before && !other.includes(text))
  return bringsOther(ours, theirs) && bringsOther(theirs, ours)
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
  row.forEach((text) => counts.set(text, (counts.get(text) ?? 0) + 1))
  return counts
}

/** Whether a row holds nothing that another does not hold as often. */
function isWithin(row: readonly string[], other: readonly string[]): boolean {
  const known = countsOf(other)
  return [...countsOf(row)].every(([text, count]) => count <= (known.get(text) ?? 0))
}
