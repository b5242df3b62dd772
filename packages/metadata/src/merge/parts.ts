import type { Sides, Slice } from './node.ts'

/** A stretch of the three files: where it begins in each, at the start of a line, and the side that alone changed it, if one did. */
export interface Part {
  readonly from: Sides<number>
  /** Null where both may have changed it. */
  readonly taken: 'ours' | 'theirs' | null
}

/** A child that all versions have. */
type Shared = Sides<Slice>

/** Who changed a shared child. Where nobody did, ours is as good as any. */
type Changed = 'nobody' | 'ours' | 'theirs' | 'both'

/** Children in a row on every side that the same side changed, or nobody. */
interface Run {
  readonly from: Sides<number>
  changed: Changed
  /** The last child; null at the start of the files. */
  last: Shared | null
  /** The child before it; null when the run begins with the last one. */
  beforeLast: Shared | null
}

/** Divides the files where children of the roots begin that no side moved. One part when a side moved some. */
export function partsOf(children: Sides<readonly Slice[]>): Part[] {
  const shared = sharedChildren(children)
  const cutter = new Cutter()
  for (const child of shared ?? []) cutter.add(child)
  return cutter.end()
}

class Cutter {
  readonly #parts: Part[] = []
  #run: Run = { from: { base: 0, ours: 0, theirs: 0 }, changed: 'both', last: null, beforeLast: null }

  add(child: Shared): void {
    const { last, changed: before } = this.#run
    const changed = changedBy(child)
    const neighbour = last !== null && isDirectlyBehind(child, last) ? last : null
    if (neighbour !== null && changed === before && changed !== 'both') {
      this.#run.beforeLast = last
      this.#run.last = child
      return
    }
    const from = beginOf(child, neighbour)
    if (neighbour === null || from === null) this.#loosen()
    if (from === null) {
      this.#run.beforeLast = last
      this.#run.last = child
      return
    }
    this.#close()
    this.#run = { from, changed, last: child, beforeLast: null }
  }

  end(): Part[] {
    this.#loosen()
    this.#close()
    return this.#parts
  }

  /** What comes next cannot be parted from the last child: from there on both may have changed something. */
  #loosen(): void {
    const { changed, last, beforeLast } = this.#run
    if (changed === 'both') return
    const from = last === null || beforeLast === null ? null : beginOf(last, beforeLast)
    if (from === null) {
      this.#run.changed = 'both'
      return
    }
    this.#close()
    this.#run = { from, changed: 'both', last, beforeLast: null }
  }

  #close(): void {
    const { from, changed } = this.#run
    const taken = changed === 'both' ? null : changed === 'theirs' ? 'theirs' : 'ours'
    this.#parts.push({ from, taken })
  }
}

/** Where a part that begins with a child begins; null where none can. `neighbour` stands directly before it in all versions. */
function beginOf(child: Shared, neighbour: Shared | null): Sides<number> | null {
  const from = linesOf(child)
  if (changedBy(child) === 'nobody') return from
  if (neighbour === null) return null
  return changedBy(neighbour) === 'nobody' || isBetweenEqualLines(child, neighbour) ? from : null
}

/** The children that all versions have, in order; null when a side has them in another one. */
function sharedChildren({ base, ours, theirs }: Sides<readonly Slice[]>): Shared[] | null {
  const inOurs = partnersOf(base, ours)
  const inTheirs = partnersOf(base, theirs)
  if (inOurs === null || inTheirs === null) return null
  const shared: Shared[] = []
  for (const [index, child] of base.entries()) {
    const [mine, other] = [inOurs[index], inTheirs[index]]
    if (mine !== undefined && other !== undefined) shared.push({ base: child, ours: mine, theirs: other })
  }
  return shared
}

/** By child of the base: the same one of a side. */
function partnersOf(base: readonly Slice[], side: readonly Slice[]): (Slice | undefined)[] | null {
  const partners = Array.from<Slice | undefined>({ length: base.length })
  let last = -1
  for (const child of side) {
    const partner = child.twin ?? child.namesake
    if (partner === null) continue
    if (partner.index <= last) return null
    last = partner.index
    partners[last] = child
  }
  return partners
}

function changedBy({ ours, theirs }: Shared): Changed {
  if (ours.twin !== null) return theirs.twin === null ? 'theirs' : 'nobody'
  return theirs.twin === null ? 'both' : 'ours'
}

function isDirectlyBehind(child: Shared, last: Shared): boolean {
  return (
    child.base.index === last.base.index + 1 &&
    child.ours.index === last.ours.index + 1 &&
    child.theirs.index === last.theirs.index + 1
  )
}

/** Where the line of a child begins in each version; null when something else stands in it. */
function linesOf({ base, ours, theirs }: Shared): Sides<number> | null {
  const [inBase, inOurs, inTheirs] = [lineOf(base), lineOf(ours), lineOf(theirs)]
  return inBase === null || inOurs === null || inTheirs === null
    ? null
    : { base: inBase, ours: inOurs, theirs: inTheirs }
}

const [lineFeed, carriageReturn] = [10, 13]

function lineOf({ document, from }: Slice): number | null {
  const { bytes } = document.source
  const at = bytes[from] === carriageReturn ? from + 1 : from
  return bytes[at] === lineFeed ? at + 1 : null
}

/** Whether the last line of one child and the first line of the next are the same in all versions: no change meets another there. */
function isBetweenEqualLines(child: Shared, last: Shared): boolean {
  const around = (side: 'base' | 'ours' | 'theirs'): string => linesAround(child[side], last[side])
  const inBase = around('base')
  return inBase === around('ours') && inBase === around('theirs')
}

function linesAround(child: Slice, last: Slice): string {
  const { source } = child.document
  const start = source.bytes.lastIndexOf(lineFeed, last.end - 1) + 1
  const end = source.bytes.indexOf(lineFeed, source.startOf(child.element))
  return child.document.between(start, end === -1 ? source.bytes.length : end)
}
