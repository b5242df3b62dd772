import type { OrgState } from '../org-state.ts'
import { yieldEvery } from '../yield-event-loop.ts'
import { findChildType } from '../registry/metadata-types.ts'
import { manifestType } from '../registry/manifest-type.ts'
import { ownName } from '../store/component-record.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { canonicalise } from '../xml/canonical.ts'
import { branch, leaf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'
import { writeXml } from '../xml/write.ts'
import { askedKeys, requestedEntries } from './access-entries.ts'
import { fileProperties } from './file-properties.ts'
import type { FileProperties } from './file-properties.ts'
import { shownContent } from './shown-content.ts'
import type { Selection } from './select.ts'
import { ZipWriter } from '../zip-writer.ts'
import { wording } from '../wording.ts'

/**
 * Limits of one retrieve: the documented number of files, and the packed size that fits a SOAP
 * answer of 50 MB as base64.
 */
export const retrieveLimits = { files: 10_000, zipBytes: 39 * 1024 * 1024 }

/**
 * A retrieve that asks for more than one archive may hold; the message is the service's own,
 * code included.
 */
export class RetrieveLimit extends Error {
  override readonly name = 'RetrieveLimit'
}

/** What one archive is made of: a selection per folder (`unpackaged/`, or a package's name). */
export interface ArchivePart {
  selection: Selection
  prefix: string
}

/**
 * Writes an archive in a fixed order and says what is in it: equal components give equal
 * bytes. Throws RetrieveLimit; the file is then incomplete.
 */
export async function buildArchive(
  org: OrgState,
  parts: readonly ArchivePart[],
  to: { file: string; version: string },
): Promise<FileProperties[]> {
  const files = parts.reduce((count, part) => count + fileCount(part.selection), 0)
  if (files > retrieveLimits.files)
    throw new RetrieveLimit(wording.metadata.tooManyFiles(retrieveLimits.files))
  const zip = new ZipWriter(to.file)
  const properties: FileProperties[] = []
  for (const part of parts) properties.push(...(await addPart(org, zip, { ...part, version: to.version })))
  const size = await zip.finish()
  if (size > retrieveLimits.zipBytes)
    throw new RetrieveLimit(`LIMIT_EXCEEDED: ${wording.deploy.requestSize(52_428_800)}`)
  return properties
}

function fileCount(selection: Selection): number {
  return selection.whole.reduce((count, record) => count + record.files.length, selection.nested.size + 1)
}

/**
 * Adds one folder of the archive with its own package.xml. Stops reading well above the size
 * limit: the retrieve fails anyway.
 */
async function addPart(
  org: OrgState,
  zip: ZipWriter,
  part: ArchivePart & { version: string },
): Promise<FileProperties[]> {
  const { selection, prefix, version } = part
  const properties: FileProperties[] = []
  const asked = askedKeys(selection)
  const yieldWhenDue = yieldEvery(10)
  for (const record of selection.whole.toSorted(byPath)) {
    await yieldWhenDue()
    for (const path of record.files) {
      const content = await org.store.read(path)
      const shown = shownContent(org, record, content)
      await zip.add(prefix + path, requestedEntries(org, record, { content: shown, asked, version }))
    }
    properties.push({ ...fileProperties(org, record, prefix), type: manifestType(record.type) })
    if (zip.size > retrieveLimits.zipBytes * 1.5) break
  }
  for (const [parent, children] of selection.nested) {
    await yieldWhenDue()
    await addPartial(org, zip, { parent, children, prefix })
  }
  for (const record of selection.named) properties.push(fileProperties(org, record, prefix))
  await zip.add(`${prefix}package.xml`, Buffer.from(manifestOf(selection, version)))
  properties.push(manifestProperties(org, prefix))
  return properties
}

function byPath(a: ComponentRecord, b: ComponentRecord): number {
  return (a.files[0] ?? '') < (b.files[0] ?? '') ? -1 : 1
}

/** Writes a parent's file with only the named children in it. */
async function addPartial(
  org: OrgState,
  zip: ZipWriter,
  part: { parent: string; children: ComponentRecord[]; prefix: string },
): Promise<void> {
  const slash = part.parent.indexOf('/')
  const record = org.store.find(part.parent.slice(0, slash), part.parent.slice(slash + 1))
  const path = record?.files[0]
  if (path === undefined) return
  const document = parseXml(await org.store.readText(path))
  const wanted = new Set(part.children.map((child) => `${elementOf(child)}/${nameInside(child)}`))
  document.children = document.children.filter((element) =>
    wanted.has(`${element.name}/${textOf(element, 'fullName') ?? ''}`),
  )
  await zip.add(part.prefix + path, Buffer.from(writeXml(document)))
}

function elementOf(record: ComponentRecord): string {
  return findChildType(record.type)?.child.element ?? ''
}

function nameInside(record: ComponentRecord): string {
  return findChildType(record.type)?.child.global ? record.fullName : ownName(record)
}

/**
 * The package.xml that says what was really retrieved, types and names sorted; folders stand
 * under the type of their contents.
 */
export function manifestOf(selection: Pick<Selection, 'whole' | 'named'>, version: string): string {
  const byType = new Map<string, string[]>()
  for (const record of [...selection.whole, ...selection.named]) {
    const type = manifestType(record.type)
    byType.set(type, [...(byType.get(type) ?? []), record.fullName])
  }
  const types: XmlElement[] = [...byType.keys()]
    .toSorted()
    .map((type) =>
      branch('types', [
        ...(byType.get(type) ?? []).toSorted().map((name) => leaf('members', name)),
        leaf('name', type),
      ]),
    )
  return writeXml(withNamespace(branch('Package', [...types, leaf('version', version)])))
}

/** Canonical attributes without canonical order: a Package keeps `types` before `version`. */
function withNamespace(root: XmlElement): XmlElement {
  const { children } = root
  const canonical = canonicalise({ ...root, children: [] })
  return { ...canonical, children }
}

/** The manifest is listed like a component: type Package, its path as full name. */
function manifestProperties(org: OrgState, prefix: string): FileProperties {
  const user = org.users[0]?.id ?? ''
  const path = `${prefix}package.xml`
  return {
    createdById: user,
    createdByName: org.userName(user),
    createdDate: org.info.createdDate,
    fileName: path,
    fullName: path,
    id: '',
    lastModifiedById: user,
    lastModifiedByName: org.userName(user),
    lastModifiedDate: org.info.createdDate,
    manageableState: 'unmanaged',
    type: 'Package',
  }
}
