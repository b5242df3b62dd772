import type { Sides, Slices } from '../read/node.ts'

import { joinBytes } from '../../bytes.ts'
import { mergeLinesCleanly, resolvePart } from './lines.ts'
import { partsOf } from './parts.ts'

/**
 * What a merge by lines gives when nothing in it is conflicting; null otherwise. Children of the roots that are the same in
 * all versions, or changed by one side only, part the files: only what both sides changed is read by lines.
 */
export function mergeLinesBetween(texts: Sides<Uint8Array>, slices: Sides<Slices>): Uint8Array | null {
  const out: Uint8Array[] = []
  const parts = partsOf(slices)
  const end = { base: texts.base.length, ours: texts.ours.length, theirs: texts.theirs.length }
  for (const [index, { from, taken }] of parts.entries()) {
    const to = parts[index + 1]?.from ?? end
    if (taken === null) {
      const part = {
        base: texts.base.subarray(from.base, to.base),
        ours: texts.ours.subarray(from.ours, to.ours),
        theirs: texts.theirs.subarray(from.theirs, to.theirs),
      }
      const merged = resolvePart(part) ?? mergeLinesCleanly(part)
      if (merged === null) return null
      out.push(merged)
    } else out.push(texts[taken].subarray(from[taken], to[taken]))
  }
  return joinBytes(out)
}
