import type { Triple } from './generated/merge-triples.ts'
import type { Tree } from './generated/tree.ts'

import { leavesOf, refinementsOf } from './generated/leaves.ts'
import { ownValues } from '../../src/org-values/own-values.ts'

/** What stands at one path in each version; a path without anything is an empty row. */
interface At {
  readonly path: string
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
  readonly result: readonly string[]
}

const same = (a: readonly string[], b: readonly string[]): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Entries whose keys stand twice in a version, or that both sides brought with another refinement. */
function refinedPaths({ base, ours, theirs }: Pick<Triple, 'base' | 'ours' | 'theirs'>): Set<string> {
  const [inBase, inOurs, inTheirs] = [base, ours, theirs].map((tree) =>
    tree === null ? new Map<string, string[]>() : refinementsOf(tree),
  )
  const paths = [inBase, inOurs, inTheirs].flatMap((rows) => [...(rows?.keys() ?? [])])
  return new Set(
    paths.filter((path) => {
      const [b = [], o = [], t = []] = [inBase, inOurs, inTheirs].map((rows) => rows?.get(path) ?? [])
      const isBroughtTwice = b.length === 0 && o.length > 0 && t.length > 0 && !same(o, t)
      return isBroughtTwice || [b, o, t].some(({ length }) => length > 1)
    }),
  )
}

function everyPath({ base, ours, theirs }: Triple, result: Tree | null): At[] {
  const refined = refinedPaths({ base, ours, theirs })
  const versions = [base, ours, theirs, result].map((tree) =>
    tree === null ? new Map() : leavesOf(tree, refined),
  )
  const paths = new Set(versions.flatMap((leaves) => [...leaves.keys()]))
  const rows = (path: string): string[][] => versions.map((leaves): string[] => leaves.get(path) ?? [])
  return [...paths].map((path) => {
    const [b = [], o = [], t = [], r = []] = rows(path)
    return { path, base: b, ours: o, theirs: t, result: r }
  })
}

/** What a path must hold by the rule that needs no person; null where a person has to decide. */
function decided({ base, ours, theirs }: At): readonly string[] | null {
  if (same(ours, theirs) || same(base, theirs)) return ours
  return same(base, ours) ? theirs : null
}

/** Whether some single value was changed by both sides to different things, or deleted by one and changed by the other. */
export function isConflicting(triple: Triple): boolean {
  return everyPath(triple, null).some(
    (at) =>
      decided(at) === null &&
      !isOfOneOrg(at) &&
      [at.base, at.ours, at.theirs].every((values) => values.length < 2) &&
      !isEntry(at),
  )
}

/** Values that belong to one org: two different ones are no conflict, and the branch keeps its own. */
export function isOfOneOrg({ path }: { readonly path: string }): boolean {
  return ownValues.some((value) => path.startsWith(`/${[value.type, ...value.path].join('/')}`))
}

/** Entries without a key: what stands there is a row of whole entries. */
function isEntry({ path }: At): boolean {
  return !path.endsWith(']')
}

/** Paths where a clean result does not hold what the rule asks for. */
export function holdsWhatSidesMade(triple: Triple, result: Tree): string[] {
  return everyPath(triple, result).flatMap((at) => {
    const wanted = decided(at)
    if (isOfOneOrg(at)) return []
    if (wanted !== null) return same(wanted, at.result) ? [] : [JSON.stringify({ wanted, ...at })]
    return between(at) ? [] : [JSON.stringify(at)]
  })
}

/** No value stands less often than both sides together left it, and none more often than they made it. */
export function keepsToInputs(triple: Triple, result: Tree): string[] {
  return everyPath(triple, result).flatMap((at) => (between(at) ? [] : [JSON.stringify(at)]))
}

function count(values: readonly string[], value: string): number {
  return values.filter((other) => other === value).length
}

function between({ base, ours, theirs, result }: At): boolean {
  return [...new Set([...base, ...ours, ...theirs, ...result])].every((value) => {
    const [b, o, t, r] = [base, ours, theirs, result].map((values) => count(values, value))
    const [inBase = 0, inOurs = 0, inTheirs = 0, inResult = 0] = [b, o, t, r]
    const both = inOurs + inTheirs - inBase
    return inResult >= Math.min(inOurs, inTheirs, both) && inResult <= Math.max(inOurs, inTheirs, both)
  })
}
