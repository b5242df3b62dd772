import { fail, isWanted } from './load-context.ts'
import type { LoadContext } from './load-context.ts'
import { failure, success, warning } from './messages.ts'
import type { Subject } from './messages.ts'
import type { Unit } from './units.ts'
import { removeComponent } from './remove-component.ts'
import { canonicalise } from '../xml/canonical.ts'
import { textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'
import { writeFragment } from '../xml/write.ts'
import { activeNumber, withActive, withStatus } from '../flows/flow-states.ts'
import { flowPath, keepVersion, putVersions, versionPath, versionsOf } from '../flows/flow-versions.ts'
import { wording } from '../wording.ts'

/**
 * Takes a flow of an archive as a new version. A file that differs in its status only changes
 * nothing (public output in sfdx-git-delta issue 588). In production an active flow lands as a draft
 * unless FlowSettings says `enableFlowDeployAsActiveEnabled` (documented for flows of API version
 * 44.0 and later); the version that was active stays active then. Throws XmlError.
 */
export async function loadFlow(context: LoadContext, unit: Unit): Promise<void> {
  const { workspace } = context
  const opened = await openFile(context, unit, 'Flow')
  if (!opened) return
  const { document, subject } = opened
  const name = unit.fullName
  const before = workspace.find('Flow', name)
  const stored = before && (await workspace.document(flowPath(name)))
  if (before && stored && isSameFlow(stored, document)) {
    context.messages.push(success({ ...subject, id: before.id }, { changed: false, created: false }))
    return
  }
  const former = before ? await versionsOf(workspace, before) : []
  if (before && stored && !before.versions) keepVersion(workspace, { name, number: 1 }, stored)
  const number = Math.max(0, ...former.map((version) => version.number)) + 1
  keepVersion(workspace, { name, number }, document)
  const wanted = textOf(document, 'status') ?? 'Draft'
  const landsInactive = wanted === 'Active' && (await flowsLandInactive(context))
  const versions = [...former, { number, status: landsInactive ? 'Draft' : wanted }]
  const isActivated = versions.at(-1)?.status === 'Active'
  const record = await putVersions(workspace, name, isActivated ? withActive(versions, number) : versions)
  context.messages.push(success({ ...subject, id: record.id }, { changed: true, created: !before }))
}

/**
 * Takes a FlowDefinition: its number says which version is active, whatever the flows of the same
 * archive say; 0 switches the flow off (documented). Fails for a number that the flow does not have.
 */
export async function loadFlowDefinition(context: LoadContext, unit: Unit): Promise<void> {
  const { workspace } = context
  const opened = await openFile(context, unit, 'FlowDefinition')
  if (!opened) return
  const { document, subject } = opened
  const flow = workspace.find('Flow', unit.fullName)
  const versions = flow ? await versionsOf(workspace, flow) : []
  const active = Number(textOf(document, 'activeVersionNumber') ?? 0)
  if (!flow || (active !== 0 && !versions.some((version) => version.number === active))) {
    fail(context, subject, wording.deploy.flowVersion)
    return
  }
  const isChanged = activeNumber(versions) !== active
  if (isChanged) {
    await keepFirst(context, unit.fullName)
    await putVersions(workspace, unit.fullName, withActive(versions, active))
  }
  context.messages.push(success({ ...subject, id: flow.id }, { changed: isChanged, created: false }))
}

/**
 * Deletes one version of a flow, named `Flow-2`; false when the name names no version of a flow. The
 * active version is refused. The flow goes with its last version.
 */
export async function deleteFlowVersion(
  context: LoadContext,
  subject: Subject & { fullName: string },
): Promise<boolean> {
  const [, name = '', digits = ''] = /^(.+)-(\d+)$/.exec(subject.fullName) ?? []
  const flow = context.workspace.find('Flow', name)
  if (!flow) return false
  const versions = await versionsOf(context.workspace, flow)
  const version = versions.find(({ number }) => number === Number(digits))
  if (!version)
    context.messages.push(warning(subject, wording.deploy.absentDeletion('Flow', subject.fullName)))
  else if (version.status === 'Active' && context.org?.holds('keepsFlowVersions') === true)
    context.messages.push(failure(subject, wording.deploy.activeFlowVersion))
  else {
    await keepFirst(context, name)
    context.workspace.deleteFile(versionPath(name, version.number))
    const left = versions.filter((other) => other !== version)
    if (left.length > 0) await putVersions(context.workspace, name, left)
    else
      for (const type of ['FlowDefinition', 'Flow']) {
        const record = context.workspace.find(type, name)
        if (record) await removeComponent(context.workspace, record)
      }
    context.messages.push(success({ ...subject, id: flow.id }, { changed: true, deleted: true }))
  }
  return true
}

/** Keeps the only version of a flow that was never deployed anew, before its file changes. */
async function keepFirst({ workspace }: LoadContext, name: string): Promise<void> {
  const stored = await workspace.document(flowPath(name))
  if (stored && !workspace.find('Flow', name)?.versions) keepVersion(workspace, { name, number: 1 }, stored)
}

/** The parsed file of a unit; undefined when it takes no part, with the message that says why. */
async function openFile(
  context: LoadContext,
  unit: Unit,
  root: string,
): Promise<{ document: XmlElement; subject: Subject } | undefined> {
  const path = unit.paths[0] ?? ''
  const subject = { type: unit.type, fullName: unit.fullName, fileName: context.fileName(path) }
  if (!isWanted(context, unit.type, unit.fullName)) {
    if (!context.excluded.has(`${unit.type}/${unit.fullName}`))
      fail(context, subject, wording.deploy.notInPackage)
    return undefined
  }
  const document = canonicalise(parseXml((await context.read(path)).toString('utf8')))
  if (document.name === root) return { document, subject }
  fail(context, subject, wording.deploy.wrongRoot(document.name))
  return undefined
}

function isSameFlow(a: XmlElement, b: XmlElement): boolean {
  return writeFragment(withStatus(a, '')) === writeFragment(withStatus(b, ''))
}

async function flowsLandInactive({ workspace, org }: LoadContext): Promise<boolean> {
  if (org?.info.isSandbox !== false) return false
  const settings = await workspace.document('settings/Flow.settings')
  return (settings && textOf(settings, 'enableFlowDeployAsActiveEnabled')) !== 'true'
}
