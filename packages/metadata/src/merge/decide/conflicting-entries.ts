import type { ConflictReason } from './conflict.ts'
import type { KeySpec } from '../../type-rules.ts'
import type { ById, Identification, Identified } from '../pair/identify-entries.ts'
import type { KeyEntries } from './touched-keys.ts'

import { isWholeKey } from '../identify/identity.ts'

/**
 * Why entries cannot be paired without guessing; null when they can. Both sides exchanged the only value of a list, or all its
 * entries where these are values of several parts; one side exchanged the only value and the other took it away; or both
 * exchanged entries of one of the keys that both touched. Names, as the members of a package, come and go one by one.
 */
export function whyConflicting(
  { entries, byId }: Identification,
  touched: readonly KeyEntries[],
  key: KeySpec,
): ConflictReason | null {
  const rows = [entries.base, entries.ours, entries.theirs]
  if (rows.every((row) => row.every(({ node }) => isWholeKey(node, key)))) {
    const isSingle = rows.every(({ length }) => length < 2)
    const { base, ours, theirs } = entries
    const isGone = base.length > 0 && base.every(({ id }) => !byId.ours[id] && !byId.theirs[id])
    const isExchanged = hasOthers(ours, [byId.theirs]) && hasOthers(theirs, [byId.ours])
    if (isGone && isExchanged && (isSingle || key.kind === 'fields')) return 'changedByBoth'
    if (isGone && isSingle && ours.length !== theirs.length) return 'deletedAndChanged'
  }
  const isConflicting = touched.some(({ entries: { base, ours, theirs } }) => {
    const isLost = hasOthers(base, [byId.ours]) && hasOthers(base, [byId.theirs])
    return isLost && hasOthers(ours, [byId.base, byId.theirs]) && hasOthers(theirs, [byId.base, byId.ours])
  })
  return isConflicting ? 'changedByBoth' : null
}

/** Whether some entries are in none of these versions. */
function hasOthers(row: readonly Identified[], versions: readonly ById[]): boolean {
  return row.some(({ id }) => versions.every((byId) => byId[id] === undefined))
}
