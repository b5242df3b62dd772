import type { XmlDocument } from '../../xml/document.ts'
import type { Break } from './break.ts'
import type { Place } from './places.ts'
import type { CountRule } from './rule.ts'

import { placesAt, valueOf } from './places.ts'

/** Elements whose text names entries of a list beside it by their number: `1 AND (2 OR 3)`. */
export const logicNames = ['booleanFilter', 'filterLogic', 'conditionLogic']

/** Numbers in logic texts beyond the longest list beside them. Holds for every type. */
export function numbersInLogic(document: XmlDocument): Break[] {
  return logicNames.flatMap((name) =>
    document.text.includes(`<${name}>`)
      ? placesAt(document, `**/${name}`).flatMap((place) => logicBreak(document, place))
      : [],
  )
}

function logicBreak(document: XmlDocument, place: Place): Break[] {
  const text = valueOf(document, place.element) ?? ''
  if (!/^[\s\d()]*(?:(?:and|or|not)[\s\d()]*)+$/iu.test(text) && !/^\s*\d+\s*$/u.test(text)) return []
  const highest = Math.max(0, ...[...text.matchAll(/\d+/gu)].map(([digits]) => Number(digits)))
  const parent = place.parents.at(-1) ?? 0
  const counts = new Map<string, number>()
  for (const child of document.childrenOf(parent)) {
    const name = document.nameOf(child)
    if (document.hasChildren(child)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const entries = Math.max(0, ...counts.values())
  if (highest <= entries) return []
  const message = `"${text}" names entry ${highest}, but there are ${entries}.`
  return [
    {
      id: `logic ${text} ${entries}`,
      message,
      places: [{ element: parent, parents: place.parents.slice(0, -1) }],
    },
  ]
}

/** Entries that hold too many or too few of something. */
export function wrongCounts(document: XmlDocument, { entries, child, limit, what }: CountRule): Break[] {
  const likes = 'sameAs' in limit ? placesAt(document, limit.sameAs).length : 0
  return placesAt(document, entries).flatMap((place, index) => {
    const count = document
      .childrenOf(place.element)
      .filter((inner) => document.nameOf(inner) === child).length
    const wanted = 'sameAs' in limit ? likes : wantedCount(document, place, limit)
    const isRight =
      wanted === null ||
      ('atMost' in limit ? count <= wanted : count === wanted || ('sameAs' in limit && count === 0))
    if (isRight) return []
    return [
      {
        id: `count ${entries} ${index} ${count} ${wanted}`,
        message: `The ${what}: ${count} instead of ${wanted}.`,
        places: [place],
      },
    ]
  })
}

type OwnLimit = Exclude<CountRule['limit'], { readonly sameAs: string }>

function wantedCount(document: XmlDocument, { element }: Place, limit: OwnLimit): number | null {
  if ('atMost' in limit) return limit.atMost
  const style = valueOf(document, element, limit.by) ?? ''
  return Object.entries(limit.starts).find(([start]) => style.startsWith(start))?.[1] ?? null
}
