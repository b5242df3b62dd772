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

/** What else of a request decides about the content of an access document. */
interface Request {
  content: Buffer
  /** Keys of everything that the request asks for. */
  asked: ReadonlySet<string>
  /** The API version of its package.xml. */
  version: string
}

/**
 * True for documents that come in parts: profiles always, permission sets below version 40.0
 * (documented: from 40.0 on a retrieve returns all of a permission set and a deployment replaces
 * all of it). What holds for muting permission sets is not documented.
 */
function isPartial(type: string, version: string): boolean {
  if (type === 'PermissionSet') return Number(version) < 40
  return type === 'Profile' || type === 'MutingPermissionSet'
}

/**
 * What a retrieve returns of a profile or permission set: besides its own settings only the entries of components that
 * the same request asks for (documented). Entries of components that this org does not hold are always there, because
 * nobody can ask for them. Other files come back as they are.
 */
export function requestedEntries(
  org: OrgState,
  record: ComponentRecord,
  { content, asked, version }: Readonly<Request>,
): Buffer {
  if (!isPartial(record.type, version)) return content
  const document = parseXml(content.toString('utf8'))
  const kept = document.children.filter(
    (entry) => isRequested(org, entry, asked) && !(record.type === 'Profile' && isOmitted(org, entry)),
  )
  if (kept.length === document.children.length) return content
  document.children = kept
  return Buffer.from(writeXml(document))
}

/** Keys of everything that a selection names. */
export function askedKeys({ whole, named, standardTabs }: Selection): Set<string> {
  const keys = [...whole, ...named].map((record) => keyOf(record.type, record.fullName))
  return new Set([...keys, ...standardTabs.map((name) => keyOf('CustomTab', name))])
}

/**
 * Documented for profiles: a user permission that was switched off is not exported. Where the
 * fact is off, such entries come with `enabled` false.
 */
function isOmitted(org: OrgState, entry: XmlElement): boolean {
  return (
    org.holds('omitsDisabledPermissions') &&
    entry.name === 'userPermissions' &&
    textOf(entry, 'enabled') !== 'true'
  )
}

function isRequested(org: OrgState, entry: XmlElement, asked: ReadonlySet<string>): boolean {
  const rule = accessEntries[entry.name]
  const name = rule === undefined ? undefined : textOf(entry, rule[0])
  if (rule === undefined || name === undefined) return true
  const [, type] = rule
  // Seen in public output (IlluminatedCloud issue 868): the visibility of a standard tab comes when the tab is named.
  if (type === 'CustomTab' && name.startsWith('standard-') && org.holds('standardTabsOnlyWhenNamed'))
    return asked.has(keyOf(type, name))
  const parent = findChildType(type)?.parent.name
  const places: [type: string, name: string][] = [[type, name]]
  if (parent !== undefined) places.push([parent, name.slice(0, Math.max(0, name.indexOf('.')))])
  const held = places.filter(([heldType, heldName]) => org.store.find(heldType, heldName) !== undefined)
  return held.length === 0 || held.some(([heldType, heldName]) => asked.has(keyOf(heldType, heldName)))
}
