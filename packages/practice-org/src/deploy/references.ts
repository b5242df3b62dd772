import type { ComponentRecord } from '../store/component-record.ts'
import { childrenOf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import type { Workspace } from '../store/workspace.ts'
import { wording } from '../wording.ts'

/**
 * A reference from one component to another that has to exist. `field` is what the service's
 * message names.
 */
interface Reference {
  field: string
  type: string
  name: string
}

/** Elements of access documents that name another component: the element, its part, the type. */
export const accessReferences: readonly (readonly [element: string, part: string, type: string])[] = [
  ['classAccesses', 'apexClass', 'ApexClass'],
  ['pageAccesses', 'apexPage', 'ApexPage'],
  ['fieldPermissions', 'field', 'CustomField'],
  ['objectPermissions', 'object', 'CustomObject'],
  ['recordTypeVisibilities', 'recordType', 'RecordType'],
  ['applicationVisibilities', 'application', 'CustomApplication'],
  ['tabSettings', 'tab', 'CustomTab'],
  ['tabVisibilities', 'tab', 'CustomTab'],
  ['customPermissions', 'name', 'CustomPermission'],
  ['flowAccesses', 'flow', 'Flow'],
]

/**
 * The first thing that a component refers to and that would not exist, in the words of the
 * service; undefined when all is well. Standard and packaged names are taken to exist: this
 * org knows only its own components. Judged against the workspace, so that one archive may
 * bring both ends.
 */
export async function missingReference(
  workspace: Workspace,
  record: ComponentRecord,
): Promise<string | undefined> {
  for (const reference of await referencesOf(workspace, record)) {
    if (!exists(workspace, reference))
      return wording.deploy.missingReference(reference.field, reference.type, reference.name)
  }
  return record.type === 'ValidationRule' ? unknownFormulaField(workspace, record) : undefined
}

/** What a component refers to, by its type. Types without a rule here refer to nothing. */
async function referencesOf(workspace: Workspace, record: ComponentRecord): Promise<Reference[]> {
  const { type, fullName } = record
  const path = record.files[0]
  if (record.parent !== undefined)
    return [{ field: 'object', type: 'CustomObject', name: parentName(record) }]
  if (type === 'ApexTrigger') return triggerReferences(workspace, record)
  const needsDocument = [
    'Profile',
    'PermissionSet',
    'Layout',
    'CustomApplication',
    'PermissionSetGroup',
  ].includes(type)
  const document = needsDocument && path !== undefined ? await workspace.document(path) : undefined
  if (type === 'CustomTab')
    return isOwn(fullName) ? [{ field: 'name', type: 'CustomObject', name: fullName }] : []
  if (type === 'CustomMetadata')
    return [{ field: 'type', type: 'CustomObject', name: `${fullName.slice(0, fullName.indexOf('.'))}__mdt` }]
  if (!document) return []
  if (type === 'Layout') return layoutReferences(fullName, document)
  if (type === 'CustomApplication')
    return childrenOf(document, 'tabs').map((tab) => ({ field: 'tab', type: 'CustomTab', name: tab.text }))
  if (type === 'PermissionSetGroup')
    return childrenOf(document, 'permissionSets').map((set) => ({
      field: 'permissionSets',
      type: 'PermissionSet',
      name: set.text,
    }))
  return accessReferences.flatMap(([element, part, target]) =>
    childrenOf(document, element).flatMap((entry) => {
      const name = textOf(entry, part)
      return name === undefined ? [] : [{ field: part, type: target, name }]
    }),
  )
}

function parentName(record: ComponentRecord): string {
  return record.parent?.slice(record.parent.indexOf('/') + 1) ?? ''
}

/** A layout is named `Object-Name`; its fields lie on that object. */
function layoutReferences(fullName: string, document: XmlElement): Reference[] {
  const object = fullName.slice(0, fullName.indexOf('-'))
  const references: Reference[] = [{ field: 'layout', type: 'CustomObject', name: object }]
  for (const section of childrenOf(document, 'layoutSections')) {
    for (const column of childrenOf(section, 'layoutColumns')) {
      for (const item of childrenOf(column, 'layoutItems')) {
        const field = textOf(item, 'field')
        if (field !== undefined)
          references.push({ field: 'field', type: 'CustomField', name: `${object}.${field}` })
      }
    }
  }
  return references
}

async function triggerReferences(workspace: Workspace, record: ComponentRecord): Promise<Reference[]> {
  const path = record.files.find((file) => !file.endsWith('-meta.xml'))
  const content = path === undefined ? undefined : await workspace.read(path)
  const object = /\btrigger\s+\w+\s+on\s+(\w+)/i.exec(Buffer.from(content ?? '').toString('utf8'))?.[1]
  return object === undefined ? [] : [{ field: 'object', type: 'CustomObject', name: object }]
}

/** Made in this org: a custom name without a package's prefix. Everything else is taken to exist. */
function isOwn(name: string): boolean {
  const last = name.split('.').at(-1) ?? name
  return /__(c|mdt|e|b|x)$/.test(last) && !/^\w+__\w+__(c|mdt|e|b|x)$/.test(last)
}

function exists(workspace: Workspace, { type, name }: Reference): boolean {
  if (type === 'CustomObject' || type === 'CustomTab' || type === 'CustomField') {
    return !isOwn(name) || workspace.find(type, name) !== undefined
  }
  if (type === 'RecordType' && name.endsWith('.Master')) return true
  return isPackaged(name) || workspace.find(type, name) !== undefined
}

/** Named with a package's prefix (`standard__Sales`, `acme__Billing`). */
function isPackaged(name: string): boolean {
  return /(^|\.)[A-Za-z]\w*?__(?!(c|mdt|e|b|x)\b)\w/.test(name)
}

/** Custom fields that a validation formula names without a path must lie on the same object. */
async function unknownFormulaField(
  workspace: Workspace,
  record: ComponentRecord,
): Promise<string | undefined> {
  const object = parentName(record)
  const parent = workspace.find('CustomObject', object)
  const document = parent?.files[0] === undefined ? undefined : await workspace.document(parent.files[0])
  const own = record.fullName.slice(object.length + 1)
  const rule =
    document && childrenOf(document, 'validationRules').find((element) => textOf(element, 'fullName') === own)
  const formula = (rule ? textOf(rule, 'errorConditionFormula') : undefined) ?? ''
  const bare = formula.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*[\s\S]*?\*\//g, '""')
  for (const match of bare.matchAll(/(?<![\w.$])([A-Za-z]\w*__c)\b(?!\s*\.)/g)) {
    const field = match[1] ?? ''
    if (isOwn(field) && !workspace.find('CustomField', `${object}.${field}`))
      return wording.deploy.unknownField(field)
  }
  return undefined
}
