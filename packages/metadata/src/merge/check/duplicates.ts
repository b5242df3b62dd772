import type { XmlDocument } from '../../xml/document.ts'
import type { Break } from './break.ts'
import type { Place } from './places.ts'
import type { CopiesRule, FlagRule, ImpliesRule, UniqueRule } from './rule.ts'

import { Flag, placesAt, valueOf, visitPath } from './places.ts'

/** Keys that stand more than once in the file. */
export function repeatedKeys(
  document: XmlDocument,
  { entries, key, ignoresCase, isWarning = false, what }: UniqueRule,
): Break[] {
  const children = key.length === 0 ? [''] : key
  const groups = groupedBy(placesAt(document, entries), ({ element }) => {
    const parts = children.map((child) => valueOf(document, element, child))
    if (parts.some((part) => part === null || part === '')) return null
    return ignoresCase === true ? parts.join(' ').toLowerCase() : parts.join(' ')
  })
  return [...groups].flatMap(([name, places]) =>
    places.length < 2
      ? []
      : [
          {
            id: `unique ${entries} ${name}`,
            message: `The ${what} ${name} stands ${places.length} times.`,
            places,
            standAlone: key.length > 0,
            isWarning,
          },
        ],
  )
}

/** A break for each number of entries of one name above one, up to as many as there are: a version with more has a new one. */
export function copiesOfOneName(
  document: XmlDocument,
  { entries, named, unless, what }: CopiesRule,
): Break[] {
  const groups = groupedBy(placesAt(document, entries), ({ element }) =>
    valueAt(document, element, unless) === null ? valueAt(document, element, named) : null,
  )
  return [...groups].flatMap(([name, places]) =>
    places.slice(1).map((_, index) => ({
      id: `copies ${entries} ${name} ${index + 2}`,
      message: `The ${what} ${name} stands ${places.length} times.`,
      places,
      standAlone: true,
    })),
  )
}

/** The text at a path of children; null when it is not there. */
function valueAt(document: XmlDocument, element: number, path: string): string | null {
  let at: number | null = element
  for (const name of path.split('/')) at = at === null ? null : document.childNamed(at, name)
  return at === null ? null : valueOf(document, at)
}

/** Groups in which a flag is set too often, or nowhere. */
export function flagBreaks(
  document: XmlDocument,
  { kind, entries, flag, when, group, what }: FlagRule,
): Break[] {
  const isMarked = new Flag(flag)
  const isAsking = when === undefined ? null : new Flag(when)
  const groups = groupedBy(placesAt(document, entries), (place) => groupOf(document, place, group))
  return [...groups].flatMap(([name, places]) => {
    const marked = places.filter(({ element }) => isMarked.in(document, element) === true)
    const id = `${kind} ${entries} ${name}`
    if (kind === 'atMostOne')
      return marked.length < 2
        ? []
        : [{ id, message: `There is more than one ${what}${inName(name)}.`, places: marked }]
    const asking = places.filter(
      ({ element }) => isAsking === null || isAsking.in(document, element) === true,
    )
    return marked.length > 0 || asking.length === 0
      ? []
      : [{ id, message: `There is no ${what}${inName(name)}.`, places: asking }]
  })
}

const inName = (name: string): string => (name === '' ? '' : `: ${name}`)

function groupOf(
  document: XmlDocument,
  { element, parents }: Place,
  group: FlagRule['group'],
): string | null {
  if (group === 'file') return ''
  if (group !== 'parent') return valueOf(document, element, group.child)?.split('.')[0] ?? null
  const named = parents.toReversed().flatMap((parent) => {
    const name = ['fullName', 'picklist']
      .map((child) => valueOf(document, parent, child))
      .find((text) => text !== null)
    return name === undefined || name === null ? [] : [name]
  })
  return named.toReversed().join(' ')
}

/** Entries with a flag that asks for another one, which is not set. */
export function impliedFlags(document: XmlDocument, { entries, key, when, needs }: ImpliesRule): Break[] {
  const isSet = new Flag(when)
  const needed = needs.map((name) => ({ name, flag: new Flag(name) }))
  const breaks: Break[] = []
  visitPath(document, entries, (element, parents) => {
    if (isSet.in(document, element) !== true) return
    const missing = needed.filter(({ flag }) => flag.in(document, element) === false)
    if (missing.length === 0) return
    const name = valueOf(document, element, key) ?? ''
    breaks.push({
      id: `implies ${entries} ${name} ${when}`,
      message: `${name} is ${when} but not ${missing.map((flag) => flag.name).join(', ')}.`,
      places: [{ element, parents: [...parents] }],
    })
  })
  return breaks
}

function groupedBy(places: readonly Place[], nameOf: (place: Place) => string | null): Map<string, Place[]> {
  const groups = new Map<string, Place[]>()
  for (const place of places) {
    const name = nameOf(place)
    if (name === null) continue
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [place])
    else group.push(place)
  }
  return groups
}
