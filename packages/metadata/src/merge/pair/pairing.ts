import type { BySource } from '../read/by-source.ts'
import type { Keyed } from '../identify/keyed-rows.ts'

import { isSameSource } from '../read/sameness.ts'

/** For each side, by the place of an entry in its list: the place of the entry in the base that it corresponds to, or -1. */
export type Partners = Readonly<Record<'ours' | 'theirs', Int32Array>>

/** Entries of the base (`anchors`) and of a side (`list`) that have no partner yet. */
export interface Unpaired {
  readonly anchors: readonly Keyed[]
  readonly list: readonly Keyed[]
  /** Restricts which entries that are not equal may become partners. */
  readonly mayPair?: (anchor: Keyed, entry: Keyed) => boolean
}

/** Pairs entries with equal meaning in their order, and gives those that are left. Equal bytes at the start are paired unread. */
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

/** Above this number of possible pairs none is searched for, because each entry would have to be compared with each. */
const maxCompared = 250_000

/** Entries that share a smaller part of their content are not paired. */
const leastSimilarity = 0.3

/** Pairs the most similar entries first; among equally similar pairs the one that moved least. Each entry is used once. */
export function pairMostSimilar(
  partners: Int32Array,
  { anchors, list, mayPair = () => true }: Unpaired,
  parts: BySource<ReadonlySet<string>>,
): void {
  if (anchors.length * list.length > maxCompared) return
  const candidates = anchors.flatMap((anchor, from) =>
    list.flatMap((entry, to) => {
      if (!mayPair(anchor, entry)) return []
      const similar = similarity(parts.of(anchor.node), parts.of(entry.node))
      return similar < leastSimilarity ? [] : [{ anchor, entry, similar, moved: Math.abs(from - to) }]
    }),
  )
  const used = new Set<Keyed>()
  for (const { anchor, entry } of candidates.toSorted((a, b) => b.similar - a.similar || a.moved - b.moved)) {
    if (used.has(anchor) || used.has(entry)) continue
    used.add(anchor).add(entry)
    pair(partners, anchor, entry)
  }
}

/** Shared parts against all parts of the larger one. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const part of a) if (b.has(part)) shared += 1
  return shared / Math.max(a.size, b.size, 1)
}
