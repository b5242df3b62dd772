import { textOf } from './element.ts'
import type { XmlElement } from './element.ts'

/** Lists that the service keeps by key and writes sorted by it: the element and the parts of its key. */
const accessLists: Readonly<Record<string, string[]>> = {
  applicationVisibilities: ['application'],
  categoryGroupVisibilities: ['dataCategoryGroup'],
  classAccesses: ['apexClass'],
  customMetadataTypeAccesses: ['name'],
  customPermissions: ['name'],
  customSettingAccesses: ['name'],
  externalDataSourceAccesses: ['externalDataSource'],
  fieldPermissions: ['field'],
  flowAccesses: ['flow'],
  objectPermissions: ['object'],
  pageAccesses: ['apexPage'],
  recordTypeVisibilities: ['recordType'],
  tabSettings: ['tab'],
  tabVisibilities: ['tab'],
  userPermissions: ['name'],
}

/** Types whose root holds such lists. */
const keyedTypes = new Set(['Profile', 'PermissionSet', 'MutingPermissionSet'])

/**
 * The key of an entry of a keyed list; undefined when the element is none. Layout assignments
 * are kept by object and record type, so that a new layout replaces the old one.
 */
export function keyOfEntry(type: string, element: XmlElement): string | undefined {
  if (!keyedTypes.has(type)) return undefined
  if (element.name === 'layoutAssignments') {
    const object = (textOf(element, 'layout') ?? '').split('-')[0] ?? ''
    return `layoutAssignments/${object}/${textOf(element, 'recordType') ?? ''}`
  }
  const parts = accessLists[element.name]
  return parts ? `${element.name}/${parts.map((part) => textOf(element, part) ?? '').join('/')}` : undefined
}

/** Sorts the keyed lists of a document in place, in byte order of their keys. */
export function sortKeyedLists(root: XmlElement): void {
  if (!keyedTypes.has(root.name)) return
  const keyed = root.children.map((element) => ({ element, key: keyOfEntry(root.name, element) }))
  keyed.sort((a, b) => {
    if (a.element.name !== b.element.name || a.key === undefined || b.key === undefined) return 0
    return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
  })
  root.children = keyed.map((entry) => entry.element)
}

/**
 * Lays a deployed document over the stored one, as the service does with profiles and settings: entries of keyed lists
 * replace their namesakes, other elements replace all elements of their name, what is not mentioned stays.
 */
export function overlay(stored: XmlElement, deployed: XmlElement): XmlElement {
  const replacedKeys = new Set<string>()
  const replacedNames = new Set<string>()
  for (const element of deployed.children) {
    const key = keyOfEntry(deployed.name, element)
    if (key === undefined) replacedNames.add(element.name)
    else replacedKeys.add(key)
  }
  const kept = stored.children.filter((element) => {
    const key = keyOfEntry(stored.name, element)
    return key === undefined ? !replacedNames.has(element.name) : !replacedKeys.has(key)
  })
  return { ...deployed, children: [...kept, ...deployed.children] }
}
