import type { XmlDocument } from '../../xml/document.ts'
import type { Break } from './break.ts'
import type { RefersRule } from './rule.ts'

import { decodeComponentName } from '../../component.ts'
import { placesAt, valueOf } from './places.ts'

/** References to something that the file does not hold. */
export function danglingReferences(
  document: XmlDocument,
  { from, to, form, firstPart, what, problem = 'is referred to but does not exist' }: RefersRule,
): Break[] {
  const references = placesAt(document, from)
  if (references.length === 0) return []
  const names = new Set(
    to.flatMap((path) =>
      placesAt(document, path).map(({ element }) => decodeComponentName(valueOf(document, element) ?? '')),
    ),
  )
  return references.flatMap((place) => {
    const value = decodeComponentName(valueOf(document, place.element) ?? '')
    if (value === '' || (form !== undefined && !form.test(value))) return []
    const name = firstPart === true ? (value.split('.')[0] ?? '') : value
    if (names.has(name)) return []
    return [
      {
        id: `refers ${from} ${name}`,
        message: `The ${what} ${name} ${problem}.`,
        places: [place],
      },
    ]
  })
}
