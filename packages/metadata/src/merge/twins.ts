import type { ChildRow } from './child-row.ts'

import { fewChildren } from './child-row.ts'

/**
 * By child of a version: the child of the base that is the same bytes, gap included, or -1. Most are, one behind the other, and
 * are compared once in long runs. Where the rows part they meet again by hashes. A child that finds none may still have
 * one. Null for short rows: comparing each child when asked is cheaper there.
 */
export function findTwins(version: ChildRow, base: ChildRow): Int32Array | null {
  if (base.length < fewChildren || version.length < fewChildren) return null
  const twins = new Int32Array(version.length).fill(-1)
  let [child, place] = [0, 0]
  while (child < version.length) {
    let paired = pairRun(twins, { version, base, child, place })
    // What changed in its place is the usual case: then the next one is as it was.
    const isChanged = paired === 0 && base.runAt(place + 1, version.tape.words, version.endOf(child)) > 0
    if (paired === 0 && !isChanged) {
      const found = base.placeOf(version.tape.words.hashOf(version.fromOf(child), version.endOf(child)))
      if (found !== -1) {
        place = found
        paired = pairRun(twins, { version, base, child, place })
      }
    }
    child += Math.max(paired, 1)
    place += Math.max(paired, 1)
  }
  return twins
}

interface Meeting {
  readonly version: ChildRow
  readonly base: ChildRow
  readonly child: number
  readonly place: number
}

/** Pairs as many children as follow each other alike in both versions; gives their number. */
function pairRun(twins: Int32Array, { version, base, child, place }: Meeting): number {
  const run = base.runAt(place, version.tape.words, version.fromOf(child))
  for (let at = 0; at < run; at += 1) twins[child + at] = place + at
  return run
}
