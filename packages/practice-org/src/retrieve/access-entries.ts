import type { OrgState } from '../org-state.ts'
import { findChildType } from '../registry/metadata-types.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { keyOf } from '../store/component-record.ts'
import { textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'
import { writeXml } from '../xml/write.ts'
import type { Selection } from './select.ts'

/** Entries of access documents that come only with what they speak about: the element, its part, the type. */
const accessEntries: Readonly<Record<string, readonly [part: string, type: string]>> = {
  applicationVisibilities: ['application', 'CustomApplication'],
  classAccesses: ['apexClass', 'ApexClass'],
  customMetadataTypeAccesses: ['name', 'CustomObject'],
  customPermissions: ['name', 'CustomPermission'],
  customSettingAccesses: ['name', 'CustomObject'],
  fieldPermissions: ['field', 'CustomField'],
  flowAccesses: ['flow', 'Flow'],
  layoutAssignments: ['layout', 'Layout'],
  objectPermissions: ['object', 'CustomObject'],
  pageAccesses: ['apexPage', 'ApexPage'],
  recordTypeVisibilities: ['recordType', 'RecordType'],
  tabSettings: ['tab', 'CustomTab'],
  tabVisibilities: ['tab', 'CustomTab'],
}

const accessTypes = new Set(['Profile', 'PermissionSet', 'MutingPermissionSet'])

/**
 * What a retrieve returns of a profile or permission set: besides its own settings only the entries of components that
 * the same request asks for (documented). Entries of components that this org does not hold are always there, because
 * nobody can ask for them. Other files come back as they are.
 */
export function requestedEntries(
  org: OrgState,
  record: ComponentRecord,
  { content, asked }: { readonly content: Buffer; readonly asked: ReadonlySet<string> },
): Buffer {
  if (!accessTypes.has(record.type)) return content
  const document = parseXml(content.toString('utf8'))
  const kept = document.children.filter((entry) => isRequested(org, entry, asked))
  if (kept.length === document.children.length) return content
  document.children = kept
  return Buffer.from(writeXml(document))
}

/** Keys of everything that a selection names. */
export function askedKeys({ whole, named }: Selection): Set<string> {
  return new Set([...whole, ...named].map((record) => keyOf(record.type, record.fullName)))
}

function isRequested(org: OrgState, entry: XmlElement, asked: ReadonlySet<string>): boolean {
  const rule = accessEntries[entry.name]
  const name = rule === undefined ? undefined : textOf(entry, rule[0])
  if (rule === undefined || name === undefined) return true
  const [, type] = rule
  const parent = findChildType(type)?.parent.name
  const places: [type: string, name: string][] = [[type, name]]
  if (parent !== undefined) places.push([parent, name.slice(0, Math.max(0, name.indexOf('.')))])
  const held = places.filter(([heldType, heldName]) => org.store.find(heldType, heldName) !== undefined)
  return held.length === 0 || held.some(([heldType, heldName]) => asked.has(keyOf(heldType, heldName)))
}
