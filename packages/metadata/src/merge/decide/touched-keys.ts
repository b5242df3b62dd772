import type { Identification, Identified } from '../pair/identify-entries.ts'
import type { Sides } from '../read/node.ts'

import { groupByKey } from '../identify/keyed-rows.ts'
import { mapSides } from '../read/node.ts'

/** A key with its entries. Entries without a key go by the empty name. */
export interface KeyEntries {
  readonly key: string
  readonly entries: Sides<readonly Identified[]>
}

/**
 * Keys that tell no entries apart, because they stand twice in a version or are missing, where both sides touched entries of
 * them. Where only one side did, there is nothing to decide.
 */
export function keysTouchedByBoth(identification: Identification): KeyEntries[] {
  const ours = keysTouchedBy('ours', identification)
  const theirs = ours.size === 0 ? ours : keysTouchedBy('theirs', identification)
  const keys = new Set([...identification.repeated, ''].filter((key) => ours.has(key) && theirs.has(key)))
  if (keys.size === 0) return []
  const groups = mapSides(identification.entries, (row) => groupByKey(row, keys))
  return [...keys].map((key) => ({ key, entries: mapSides(groups, (group) => group.get(key) ?? []) }))
}

function keysTouchedBy(side: 'ours' | 'theirs', { entries, byId, repeated }: Identification): Set<string> {
  const changed = entries[side].filter(({ isUntouched }) => !isUntouched)
  const gone = entries.base.filter(({ id }) => byId[side][id] === undefined)
  const keys = [...changed, ...gone].map(({ key }) => key)
  return new Set(keys.filter((key) => key === '' || repeated.has(key)))
}
