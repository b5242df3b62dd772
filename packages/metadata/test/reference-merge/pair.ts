import type { ConflictReason } from '../../src/merge/decide/conflict.ts'
import type { KeySpec, ListRule } from '../../src/type-rules.ts'
import type { Element, Sides } from './read.ts'

import { placeNumberOf } from '../../src/merge/identify/volatile.ts'
import { isWholeKey, keyOf } from './identify.ts'
import { Unspecified, each } from './read.ts'

/** Entries of a list by key, in the order of each version. */
type ByKey = Sides<ReadonlyMap<string, Element>>

/** Finds the entries that are the same in the versions: those of one key. */
export function entriesByKey(name: string, block: Sides<readonly Element[]>, key: KeySpec): ByKey {
  if (placeNumberOf(name) !== null) throw new Unspecified('entries say themselves where they stand')
  const entries = each(block, (row) => new Map(row.map((entry) => [keyOf(entry, key) ?? '', entry])))
  for (const side of ['base', 'ours', 'theirs'] as const) {
    const isMissing = key.kind === 'fields' && entries[side].has('')
    if (entries[side].size < block[side].length || isMissing)
      throw new Unspecified('a key stands twice or is missing')
  }
  const isRefined = key.kind === 'fields' && key.refinement.length > 0
  if (isRefined && [...entries.ours.keys()].some((own) => entries.theirs.has(own) && !entries.base.has(own)))
    throw new Unspecified('both sides brought an entry whose key may not suffice')
  return entries
}

/** Why a list is one conflict: both sides exchanged all that it held, where entries are nothing but keys. */
export function whyConflicting({ base, ours, theirs }: ByKey, key: KeySpec): ConflictReason | null {
  const versions = [base, ours, theirs]
  if (!versions.every((entries) => [...entries.values()].every((entry) => isWholeKey(entry, key))))
    return null
  const isSingle = versions.every(({ size }) => size < 2)
  const isGone = base.size > 0 && [...base.keys()].every((name) => !ours.has(name) && !theirs.has(name))
  const isNew = (name: string): boolean => !ours.has(name) || !theirs.has(name)
  const isExchanged = [ours, theirs].every((entries) => [...entries.keys()].some(isNew))
  if (isGone && isExchanged && (isSingle || key.kind === 'fields')) return 'changedByBoth'
  return isGone && isSingle && ours.size !== theirs.size ? 'deletedAndChanged' : null
}

const written = (entry?: Element): string => `${entry?.gap}${entry?.source}`

/** Whether an entry holds more than values: others may say the same by chance. */
const isNested = ({ children }: Element): boolean => children.some((child) => child.children.length > 0)

/** Stops where a side may have given an entry another key that the other side changed or took away. */
export function checkNoRenames({ base, ours, theirs }: ByKey, { key, order }: ListRule): void {
  if (key.kind !== 'fields' || order === 'sorted' || order === 'sortedIgnoringCase') return
  for (const [side, other] of [[ours, theirs] as const, [theirs, ours] as const]) {
    const isLost = [...base].some(
      ([name, entry]) => isNested(entry) && !side.has(name) && written(other.get(name)) !== written(entry),
    )
    const isNew = [...side].some(([name, entry]) => isNested(entry) && !base.has(name) && !other.has(name))
    if (isLost && isNew) throw new Unspecified('an entry may have got another key')
  }
}
