import type { Chunk } from '../pair/alignment.ts'
import type { Sides } from '../read/node.ts'

/** By number of a chunk: how many more of an entry stand there than in the base; nothing where as many do. */
type Changes = ReadonlyMap<number, number>

/**
 * Whether a side moved an entry from one chunk to another, and the other side did something else with it there: each chunk
 * alone would be right, and the entry stand twice, or stay although one side took it away.
 */
export function isMovedApart(chunks: readonly Chunk[], meanings: Sides<readonly string[]>): boolean {
  const open = chunks.filter(({ isStable }) => !isStable)
  if (open.length < 2) return false
  const theirs = changesBy('theirs', open, meanings)
  return [...changesBy('ours', open, meanings)].some(([text, mine]) => {
    const other = theirs.get(text)
    if (other === undefined || !(isMove(mine) || isMove(other))) return false
    const places = [...mine.keys(), ...other.keys()]
    const isMet = places.some((at) => mine.has(at) && other.has(at))
    return isMet && places.some((at) => mine.get(at) !== other.get(at))
  })
}

/** By what entries mean, for those that came or went. */
function changesBy(
  side: 'ours' | 'theirs',
  chunks: readonly Chunk[],
  meanings: Sides<readonly string[]>,
): ReadonlyMap<string, Changes> {
  const found = new Map<string, Map<number, number>>()
  const add = (text: string, at: number, step: number): void => {
    const changes = found.get(text) ?? new Map<number, number>()
    found.set(text, changes)
    const count = (changes.get(at) ?? 0) + step
    if (count === 0) changes.delete(at)
    else changes.set(at, count)
  }
  for (const [at, chunk] of chunks.entries()) {
    for (const text of meanings.base.slice(...chunk.base)) add(text, at, -1)
    for (const text of meanings[side].slice(...chunk[side])) add(text, at, 1)
  }
  return found
}

function isMove(changes: Changes): boolean {
  const counts = [...changes.values()]
  return counts.some((count) => count > 0) && counts.some((count) => count < 0)
}
