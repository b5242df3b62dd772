import type { MergeLabels } from '../write/markers.ts'
import type { Chunk } from '../pair/alignment.ts'
import type { Lines } from './line-numbers.ts'
import type { Sides } from '../read/node.ts'

import { marked } from '../write/markers.ts'
import { decodeUtf8, encodeUtf8, joinBytes, sameBytes } from '../../bytes.ts'
import { chunksOfLines } from '../pair/alignment.ts'
import { numberLines } from './line-numbers.ts'
import { mapSides } from '../read/node.ts'

/** A merge by lines. */
export interface LineMerge {
  readonly content: Uint8Array
  readonly conflictCount: number
}

/**
 * Merges three texts by lines, as `git merge-file --diff3` does: a change of one side is taken, equal changes once,
 * everything else is left between markers, or taken from the favoured side and counted. Neighbouring changes are one change.
 */
export function mergeLines(
  texts: Sides<Uint8Array>,
  labels: MergeLabels,
  favour: 'ours' | 'theirs' | null = null,
): LineMerge {
  const out: Uint8Array[] = []
  let conflictCount = 0
  for (const { part, taken } of resolvedParts(texts)) {
    if (taken === null) conflictCount += 1
    out.push(taken ?? (favour === null ? encodeUtf8(marked(mapSides(part, textOf), labels)) : part[favour]))
  }
  return { content: joinBytes(out), conflictCount }
}

/** What a merge by lines gives when nothing in it is conflicting; null otherwise. */
export function mergeLinesCleanly(texts: Sides<Uint8Array>): Uint8Array | null {
  const out: Uint8Array[] = []
  for (const { taken } of resolvedParts(texts)) {
    if (taken === null) return null
    out.push(taken)
  }
  return joinBytes(out)
}

interface ResolvedPart {
  readonly part: Sides<Uint8Array>
  /** Null where both sides changed it differently. */
  readonly taken: Uint8Array | null
}

function* resolvedParts(texts: Sides<Uint8Array>): Generator<ResolvedPart> {
  const lines = numberLines(texts)
  for (const chunk of chunksOfLines(mapSides(lines, ({ numbers }) => numbers))) {
    const part = partOf(texts, lines, chunk)
    yield { part, taken: chunk.isStable ? part.ours : resolvePart(part) }
  }
}

function partOf(texts: Sides<Uint8Array>, lines: Sides<Lines>, chunk: Chunk): Sides<Uint8Array> {
  const cut = (side: 'base' | 'ours' | 'theirs'): Uint8Array => {
    const [from, to] = chunk[side]
    return texts[side].subarray(lines[side].starts[from], lines[side].starts[to])
  }
  return { base: cut('base'), ours: cut('ours'), theirs: cut('theirs') }
}

/** The part as the side that changed it has it, or both; null where both changed it differently. */
export function resolvePart({ base, ours, theirs }: Sides<Uint8Array>): Uint8Array | null {
  if (sameBytes(ours, theirs) || sameBytes(theirs, base)) return ours
  return sameBytes(ours, base) ? theirs : null
}

const textOf = (bytes: Uint8Array): string => decodeUtf8(bytes) ?? ''
