import type { MergeResult } from '@sluice/metadata/merge/write/merge-result'

type Conflict = MergeResult['conflicts'][number]

const words: Record<Conflict['reason'], string> = {
  changedByBoth: 'changed on both sides',
  addedByBoth: 'added on both sides, each differently',
  deletedAndChanged: 'deleted on one side and changed on the other',
  movedByBoth: 'moved on both sides, each to another place',
  numberedListChangedByBoth: 'entries that a logic text calls by number, changed on both sides',
  brokenByMerge: 'does not fit together after the merge',
  notXml: 'not well-formed XML on some side',
  linesChangedByBoth: 'the same lines changed on both sides',
}

/** Longest text of one conflict: keys in its path may be any text of a file. */
const longest = 300

/** The first conflict of a file in words, and how many more there are. */
export function conflictDetail(conflicts: readonly Conflict[]): string {
  const [first, ...more] = conflicts
  if (first === undefined) return ''
  const what = first.message ?? words[first.reason]
  const text = first.path === '/' ? what : `${first.path}: ${what}`
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text
  return more.length === 0 ? cut : `${cut} (and ${more.length} more in this file)`
}
