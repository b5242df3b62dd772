import type { XmlDocument } from '../../xml/document.ts'
import type { Break } from './break.ts'

import { decodeComponentName } from '../../component.ts'
import { placesAt, valueOf } from './places.ts'

/** Where a field's own values stand, today and before API version 38. */
const ownValues = ['valueSet/valueSetDefinition/value', 'picklist/picklistValues']

/**
 * Values that a record type offers and its picklist does not have. Fields whose values stand elsewhere (global and
 * standard value sets, standard fields) are not looked at.
 */
export function unknownPicklistValues(document: XmlDocument): Break[] {
  const offered = placesAt(document, 'recordTypes/picklistValues/values')
  if (offered.length === 0) return []
  const values = valuesByField(document)
  return offered.flatMap((place) => {
    const field = valueOf(document, place.parents.at(-1) ?? 0, 'picklist') ?? ''
    const value = decodeComponentName(valueOf(document, place.element, 'fullName') ?? '')
    const known = values.get(field)
    if (known === undefined || value === '' || known.has(value)) return []
    const recordType = valueOf(document, place.parents.at(-2) ?? 0, 'fullName') ?? ''
    return [
      {
        id: `recordTypeValue ${recordType} ${field} ${value}`,
        message: `The record type ${recordType} offers ${value}, which ${field} does not have.`,
        places: [place],
      },
    ]
  })
}

function valuesByField(document: XmlDocument): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>()
  for (const path of ownValues)
    for (const { element, parents } of placesAt(document, `fields/${path}`)) {
      const field = valueOf(document, parents[1] ?? 0, 'fullName') ?? ''
      const known = values.get(field) ?? new Set()
      values.set(field, known.add(decodeComponentName(valueOf(document, element, 'fullName') ?? '')))
    }
  return values
}
