import { hasType } from '../facts/visibility.ts'
import { loadFlow, loadFlowDefinition } from './load-flow.ts'
import { findType } from '../registry/metadata-types.ts'
import { manifestType } from '../registry/manifest-type.ts'
import type { MetadataType } from '../registry/metadata-types.ts'
import { ownerOfPath } from '../registry/paths.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { canonicalise } from '../xml/canonical.ts'
import { overlay } from '../xml/keyed-lists.ts'
import { parseXml, XmlError } from '../xml/parse.ts'
import { writeXml } from '../xml/write.ts'
import { checkApex } from './apex.ts'
import { fail, isWanted } from './load-context.ts'
import type { LoadContext } from './load-context.ts'
import { loadComposite } from './load-composite.ts'
import { failure, success } from './messages.ts'
import { unknownUserPermission } from './user-permissions.ts'
import { takeValuesOfOneOrg } from './values-of-one-org.ts'
import type { Unit } from './units.ts'
import { wording } from '../wording.ts'

/**
 * Types of which a deployed file changes only what it mentions; all others are replaced as a
 * whole.
 */
const overlaid = new Set(['Profile', 'Settings'])
/** Types of which the stored file has a say in what a deployed one becomes. */
const needsStored = new Set([...overlaid, 'AuthProvider', 'ConnectedApp'])

/**
 * Takes one component of an archive into the workspace, or adds messages that say why not.
 * Broken XML is a message with line and column; nothing is thrown for content.
 */
export async function loadUnit(context: LoadContext, found: Unit): Promise<void> {
  const unit = await withFolderType(context, found)
  const type = findType(unit.type)
  if (context.org && !hasType(context.org, manifestType(unit.type))) {
    const subject = {
      type: unit.type,
      fullName: unit.fullName,
      fileName: context.fileName(unit.paths[0] ?? ''),
    }
    if (!context.excluded.has(`${unit.type}/${unit.fullName}`))
      fail(context, subject, wording.deploy.switchedOffType)
    return
  }
  try {
    const keepsVersions = context.org?.holds('keepsFlowVersions') === true
    if (keepsVersions && unit.type === 'Flow') await loadFlow(context, unit)
    else if (keepsVersions && unit.type === 'FlowDefinition') await loadFlowDefinition(context, unit)
    else if (type?.children) await loadComposite(context, type, unit)
    else await loadPlain(context, type, unit)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const xmlPath = unit.paths.find((path) => ownerOfPath(path)?.isXml) ?? unit.paths[0] ?? ''
    const subject = { type: unit.type, fullName: unit.fullName, fileName: context.fileName(xmlPath) }
    context.messages.push(failure(subject, wording.deploy.parsing(error.message), error))
  }
}

/**
 * Folders of Lightning mail templates lie where those of classic ones do; their root element is
 * EmailTemplateFolder (seen in public output: forcedotcom/cli issue 1345).
 */
async function withFolderType(context: LoadContext, unit: Unit): Promise<Unit> {
  const [path] = unit.paths
  if (unit.type !== 'EmailFolder' || path === undefined) return unit
  const isLightning = (await context.read(path)).includes('<EmailTemplateFolder')
  return isLightning ? { ...unit, type: 'EmailTemplateFolder' } : unit
}

/**
 * A component without children. Types with a content file need both files (`-meta.xml` beside
 * it). Unchanged content keeps author and date, and its message says changed=false.
 */
async function loadPlain(context: LoadContext, type: MetadataType | undefined, unit: Unit): Promise<void> {
  const main = unit.paths.find((path) => !path.endsWith('-meta.xml')) ?? unit.paths[0] ?? ''
  const subject = { type: unit.type, fullName: unit.fullName, fileName: context.fileName(main) }
  if (!isWanted(context, unit.type, unit.fullName)) {
    if (!context.excluded.has(`${unit.type}/${unit.fullName}`))
      fail(context, subject, wording.deploy.notInPackage)
    return
  }
  if (type?.shape === 'content') {
    const meta = unit.paths.some((path) => path.endsWith('-meta.xml'))
    const content = unit.paths.some((path) => !path.endsWith('-meta.xml'))
    if (!meta) return fail(context, subject, wording.deploy.missingMetaFile(main))
    if (!content)
      return fail(context, subject, wording.deploy.missingContentFile(main.replace(/-meta\.xml$/, '')))
  }
  const before = context.workspace.find(unit.type, unit.fullName)
  const contents = await readUnit(context, unit)
  if (!contents) return
  if (unit.type === 'ApexClass' || unit.type === 'ApexTrigger') {
    const source = contents.get(main)
    const problem =
      context.manifest && source
        ? await checkApex(unit.type, unit.fullName, Buffer.from(source).toString('utf8'))
        : undefined
    if (problem) {
      context.messages.push(failure(subject, problem.message, problem))
      return
    }
  }
  const changed = await writeContents(context, contents, before)
  const files = [...contents.keys()].toSorted()
  const record =
    changed || !before ? context.workspace.touch({ type: unit.type, fullName: unit.fullName, files }) : before
  context.messages.push(
    success({ ...subject, id: record.id }, { changed: changed || !before, created: !before }),
  )
}

/**
 * Reads a unit's files; XML that describes the component is brought into canonical form.
 * Undefined when a root element is of another type; the message is added then.
 */
async function readUnit(context: LoadContext, unit: Unit): Promise<Map<string, Uint8Array> | undefined> {
  const contents = new Map<string, Uint8Array>()
  for (const path of unit.paths) {
    const bytes = await context.read(path)
    const isXml = ownerOfPath(path)?.isXml === true && !isPlainJson(bytes)
    if (!isXml) {
      contents.set(path, bytes)
      continue
    }
    if (path.endsWith('-meta.xml')) {
      contents.set(path, canonicalMeta(bytes))
      continue
    }
    const deployed = canonicalise(parseXml(bytes.toString('utf8')))
    const subject = { type: unit.type, fullName: unit.fullName, fileName: context.fileName(path) }
    if (deployed.name !== unit.type && !(unit.type === 'Settings' && deployed.name.endsWith('Settings'))) {
      fail(context, subject, wording.deploy.wrongRoot(deployed.name))
      return undefined
    }
    const stored = needsStored.has(unit.type) ? await context.workspace.document(path) : undefined
    const problem =
      context.org &&
      (unknownUserPermission(context.org, deployed) ??
        takeValuesOfOneOrg(context.org, { type: unit.type, deployed, stored }))
    if (problem !== undefined) {
      fail(context, subject, problem)
      return undefined
    }
    const isOverlaid = stored !== undefined && overlaid.has(unit.type)
    contents.set(path, Buffer.from(writeXml(isOverlaid ? canonicalise(overlay(stored, deployed)) : deployed)))
  }
  return contents
}

/** Canonical forms of small descriptions by their texts: the classes of an org share a handful. */
const knownMetas = new Map<string, Buffer>()

function canonicalMeta(bytes: Buffer): Buffer {
  const text = bytes.toString('utf8')
  const known = knownMetas.get(text)
  if (known) return known
  const canonical = Buffer.from(writeXml(canonicalise(parseXml(text))))
  if (knownMetas.size >= 500) knownMetas.clear()
  if (text.length < 1_000) knownMetas.set(text, canonical)
  return canonical
}

/** Some descriptions (Wave, experiences) are JSON in spite of their place. */
function isPlainJson(bytes: Buffer): boolean {
  const first = bytes.subarray(0, 64).toString('latin1').trimStart().charAt(0)
  return first === '{' || first === '['
}

/** Writes what differs, and removes files that a bundle no longer has. Returns whether anything differed. */
async function writeContents(
  context: LoadContext,
  contents: Map<string, Uint8Array>,
  before: ComponentRecord | undefined,
): Promise<boolean> {
  let changed = false
  for (const [path, bytes] of contents) {
    const stored = before ? await context.workspace.read(path) : undefined
    if (stored && Buffer.compare(stored, bytes) === 0) continue
    context.workspace.write(path, bytes)
    changed = true
  }
  for (const path of before?.files ?? []) {
    if (contents.has(path)) continue
    context.workspace.deleteFile(path)
    changed = true
  }
  return changed
}
