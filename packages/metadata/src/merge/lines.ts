import type { Chunk } from './alignment.ts'
import type { MergeLabels } from './merge-types.ts'
import type { Sides } from './node.ts'

import { chunks } from './alignment.ts'

/** A merge by lines. */
export interface LineMerge {
  readonly text: string
  readonly conflictCount: number
}

/**
 * Merges three texts by lines, as `git merge-file --diff3` does: a change of one side is taken, equal changes once,
 * everything else is left between markers, or taken from the favoured side and counted. Neighbouring changes are one change.
 */
export function mergeLines(
  texts: Sides<string>,
  labels: MergeLabels,
  favour: 'ours' | 'theirs' | null = null,
): LineMerge {
  const rows = { base: linesOf(texts.base), ours: linesOf(texts.ours), theirs: linesOf(texts.theirs) }
  const out: string[] = []
  let conflictCount = 0
  for (const chunk of chunks(rows.base, rows.ours, rows.theirs)) {
    const part = partsOf(rows, chunk)
    const taken = chunk.isStable ? part.ours : resolve(part)
    if (taken === null) {
      conflictCount += 1
      out.push(favour === null ? marked(part, labels) : part[favour])
    } else out.push(taken)
  }
  return { text: out.join(''), conflictCount }
}

function linesOf(text: string): string[] {
  const lines: string[] = []
  let from = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    lines.push(text.slice(from, end + 1))
    from = end + 1
  }
  if (from < text.length) lines.push(text.slice(from))
  return lines
}

function partsOf(rows: Sides<readonly string[]>, chunk: Chunk): Sides<string> {
  return {
    base: rows.base.slice(...chunk.base).join(''),
    ours: rows.ours.slice(...chunk.ours).join(''),
    theirs: rows.theirs.slice(...chunk.theirs).join(''),
  }
}

function resolve({ base, ours, theirs }: Sides<string>): string | null {
  if (ours === theirs || theirs === base) return ours
  return ours === base ? theirs : null
}

/** Three texts between conflict markers. */
export function marked(part: Sides<string>, labels: MergeLabels): string {
  return `<<<<<<< ${labels.ours}\n${wholeLines(part.ours)}||||||| ${labels.base}\n${wholeLines(part.base)}=======\n${wholeLines(part.theirs)}>>>>>>> ${labels.theirs}\n`
}

function wholeLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
