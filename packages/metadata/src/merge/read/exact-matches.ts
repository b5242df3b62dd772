import type { ChildRow } from './child-row.ts'

import { fewChildren } from './child-row.ts'
import { ExactMatchWalk } from './exact-match-walk.ts'

/**
 * By child of a version: the child of the base that is the same bytes, gap included, or -1, as `ExactMatchWalk` finds them. Null for
 * short rows: comparing each child when asked is cheaper there.
 */
export function findExactMatches(version: ChildRow, base: ChildRow): Int32Array | null {
  if (base.length < fewChildren || version.length < fewChildren) return null
  const walk = new ExactMatchWalk(base, version.tape.words, version.fromOf(0))
  let child = 0
  while (child < version.length) {
    const taken = walk.run
    child += Math.max(taken, 1)
    if (taken > 0) walk.takeRun(version.fromOf(child))
    else walk.takeOther(version.fromOf(child - 1), version.fromOf(child))
  }
  walk.finish(version.fromOf(child))
  return walk.exactMatches.all
}
