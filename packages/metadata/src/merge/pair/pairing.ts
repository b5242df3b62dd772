import type { BySource } from '../read/by-source.ts'
import type { Keyed } from '../identify/keyed-rows.ts'

import { isSameSource } from '../read/sameness.ts'

/** By place in each side: the place in the base of the entry that this one is a version of, or -1. */
export type Partners = Readonly<Record<'ours' | 'theirs', Int32Array>>

/** Entries of the base and of a side of which nobody knows yet which are the same. */
export interface Unpaired {
  readonly anchors: readonly Keyed[]
  readonly list: readonly Keyed[]
  /** Which pairs of entries that are not equal are possible, when not all are. */
  readonly mayPair?: (anchor: Keyed, entry: Keyed) => boolean
}

/** Pairs equal entries in their order; gives the others. What begins with the same bytes in both is not read. */
export function pairEqual(
  partners: Int32Array,
  { anchors, list }: Unpaired,
  meanings: BySource<string>,
): Unpaired {
  const start = commonStart(anchors, list)
  for (let index = 0; index < start; index += 1) pair(partners, anchors[index], list[index])
  const rest = { anchors: anchors.slice(start), list: list.slice(start) }
  if (rest.anchors.length === 0 || rest.list.length === 0) return rest
  const equal = new Map<string, Keyed[]>()
  rest.list.toReversed().forEach((entry) => {
    const meaning = meanings.of(entry.node)
    const group = equal.get(meaning)
    if (group === undefined) equal.set(meaning, [entry])
    else group.push(entry)
  })
  const others = rest.anchors.filter((anchor) => {
    const entry = equal.get(meanings.of(anchor.node))?.pop()
    if (entry !== undefined) pair(partners, anchor, entry)
    return entry === undefined
  })
  return { anchors: others, list: rest.list.filter(({ place }) => partners[place] === -1) }
}

/** How many entries two rows begin with that are the same bytes. */
function commonStart(a: readonly Keyed[], b: readonly Keyed[]): number {
  const end = a.findIndex(({ node }, index) => {
    const other = b[index]
    return other === undefined || !isSameSource(node, other.node)
  })
  return end === -1 ? a.length : end
}

function pair(partners: Int32Array, anchor: Keyed | undefined, entry: Keyed | undefined): void {
  if (anchor !== undefined && entry !== undefined) partners[entry.place] = anchor.place
}

/** Beyond so many possible pairs none is looked for: each entry would have to be compared with each. */
const maxCompared = 250_000

/** Less than so much in common says nothing. */
const leastAlike = 0.3

/** Pairs the likest first, of pairs alike the one that moved least; each entry is used once. */
export function pairLikest(
  partners: Int32Array,
  { anchors, list, mayPair = () => true }: Unpaired,
  parts: BySource<ReadonlySet<string>>,
): void {
  if (anchors.length * list.length > maxCompared) return
  const candidates = anchors.flatMap((anchor, from) =>
    list.flatMap((entry, to) => {
      if (!mayPair(anchor, entry)) return []
      const alike = likeness(parts.of(anchor.node), parts.of(entry.node))
      return alike < leastAlike ? [] : [{ anchor, entry, alike, moved: Math.abs(from - to) }]
    }),
  )
  const used = new Set<Keyed>()
  for (const { anchor, entry } of candidates.toSorted((a, b) => b.alike - a.alike || a.moved - b.moved)) {
    if (used.has(anchor) || used.has(entry)) continue
    used.add(anchor).add(entry)
    pair(partners, anchor, entry)
  }
}

/** Shared parts against all parts of the larger one. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const part of a) if (b.has(part)) shared += 1
  return shared / Math.max(a.size, b.size, 1)
}
