import type { ComponentIdentity } from '../component.ts'
import type { Place } from '../merge/check/places.ts'
import type { XmlDocument } from '../xml/document.ts'
import type { ReferenceRule } from './reference-rule.ts'

import { decodeComponentName } from '../component.ts'
import { placesAt, valueOf } from '../merge/check/places.ts'
import { referenceRulesOf } from './reference-rules.ts'

/** An entry of a file that names a component of another one. */
export interface Reference {
  /** The rule and the component together: the same in every version of the file. */
  readonly id: string
  /** Elements from the root to the name: `Profile/fieldPermissions/field`. */
  readonly at: string
  readonly target: ComponentIdentity
  /** The entry as written, blanks aside. */
  readonly entry: string
}

/** A file to look into, and the components that count, by `nameKey`. */
export interface Search {
  readonly document: XmlDocument
  /** The component that the file belongs to: own names are those of its object. */
  readonly owner: ComponentIdentity
  readonly wanted: ReadonlyMap<string, ComponentIdentity>
}

/** How components are found by the names that files give them: the service reads them without regard to case. */
export function nameKey(componentType: string, componentName: string): string {
  return `${componentType}|${decodeComponentName(componentName).toLowerCase()}`
}

/** Every entry of the file that names a wanted component. */
export function referencesIn(search: Search): Reference[] {
  const root = search.document.nameOf(0)
  if (root === 'Package') return membersIn(search)
  return referenceRulesOf(root).flatMap((rule) =>
    placesAt(search.document, rule.entries).flatMap((place) => referencesAt(search, rule, place)),
  )
}

function referencesAt(search: Search, rule: ReferenceRule, place: Place): Reference[] {
  const { document, wanted } = search
  const { when } = rule
  if (when !== undefined && valueOf(document, place.element, when.child) !== when.says) return []
  const text = valueOf(document, place.element, rule.name)
  if (text === null || text === '') return []
  const object = objectOf(search, rule, place)
  if (object === null) return []
  const found = new Map<string, ComponentIdentity>()
  for (const name of namesIn(text, rule))
    for (const type of rule.to) {
      const key = nameKey(type, `${object}${name}`)
      const target = wanted.get(key)
      if (target !== undefined) found.set(key, target)
    }
  const at = [document.nameOf(0), rule.entries, ...(rule.name === '' ? [] : [rule.name])].join('/')
  const entry = document.sourceOf(place.element).replaceAll(/\s+/gu, ' ')
  return [...found].map(([key, target]) => ({ id: `${at} ${key}`, at, target, entry }))
}

/** What stands before own names: the object and a dot, nothing for full names; null where no object is named. */
function objectOf({ document, owner }: Search, { object }: ReferenceRule, place: Place): string | null {
  if (object === undefined) return ''
  if (object === 'ofFile') return `${/^[^.-]*/u.exec(owner.componentName)?.[0] ?? ''}.`
  for (const element of [...place.parents, place.element].toReversed()) {
    const name = valueOf(document, element, object.child)
    if (name !== null) return `${name}.`
  }
  return null
}

function namesIn(text: string, { form, isFormula }: ReferenceRule): string[] {
  if (isFormula === true) return fieldsInFormula(text)
  const found = form === undefined ? [text] : form.exec(text)
  const name = found?.[1] ?? found?.[0]
  return name === undefined ? [] : [name.replace(/(?<=\w)\$/u, '.')]
}

const quotedOrComment = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[/][*][^]*?[*][/]/gu
const ownFields = /(?<![\w.$])([A-Za-z]\w*)__(?:c\b(?!\s*\.)|r\s*\.)/gu

/** Custom fields of the formula's own object: `Doors__c`, and `Owner__c` where the formula walks through `Owner__r`. */
function fieldsInFormula(text: string): string[] {
  return [...text.replaceAll(quotedOrComment, ' ').matchAll(ownFields)].map(([, name]) => `${name ?? ''}__c`)
}

/** A manifest names every component under its type. */
function membersIn({ document, wanted }: Search): Reference[] {
  const at = 'Package/types/members'
  return placesAt(document, 'types/members').flatMap(({ element, parents }) => {
    const type = valueOf(document, parents.at(-1) ?? 0, 'name') ?? ''
    const key = nameKey(type, valueOf(document, element) ?? '')
    const target = wanted.get(key)
    return target === undefined ? [] : [{ id: `${at} ${key}`, at, target, entry: document.sourceOf(element) }]
  })
}
