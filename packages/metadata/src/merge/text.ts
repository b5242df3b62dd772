import type { MergeInput, MergeResult } from './write/merge-result.ts'

import { decodeUtf8 } from '../bytes.ts'
import { mergeLines } from './lines/lines.ts'
import { mergeFiles } from './merge-files.ts'

/**
 * Merges three versions by lines, whatever they hold; a file that is not UTF-8 text on some side is a conflict. Never
 * throws for content.
 */
export function mergeText(input: MergeInput): MergeResult {
  const { base, ours, theirs, favour = null } = input
  const isText = [ours, theirs, base].every((side) => side === null || decodeUtf8(side) !== null)
  if (!isText) return mergeFiles(input)
  const labels = { base: 'base', ours: 'ours', theirs: 'theirs', ...input.labels }
  const { content, conflictCount } = mergeLines(
    { base: base ?? new Uint8Array(0), ours, theirs },
    labels,
    favour,
  )
  const conflict = { path: '/', reason: 'linesChangedByBoth' as const, base: null, ours: null, theirs: null }
  const conflicts = Array.from({ length: conflictCount }, () => conflict)
  return { status: conflictCount === 0 ? 'clean' : 'conflict', content, conflicts }
}
