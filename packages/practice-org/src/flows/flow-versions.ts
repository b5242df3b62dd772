import type { Workspace } from '../deploy/workspace.ts'
import type { ComponentRecord, FlowVersion } from '../store/component-record.ts'
import { canonicalise } from '../xml/canonical.ts'
import { branch, leaf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { writeXml } from '../xml/write.ts'

/** Where the latest version of a flow lies: what a retrieve returns. */
export const flowPath = (name: string): string => `flows/${name}.flow`
/** Where an org keeps the version with this number; no component names this file, so that no retrieve returns it. */
export const versionPath = (name: string, number: number): string => `flow-versions/${name}/${number}.flow`
const definitionPath = (name: string): string => `flowDefinitions/${name}.flowDefinition`

/** The versions of a flow, oldest first; a flow that was never deployed anew has one, with the status of its file. */
export async function versionsOf(workspace: Workspace, flow: ComponentRecord): Promise<FlowVersion[]> {
  if (flow.versions) return flow.versions
  const document = await workspace.document(flowPath(flow.fullName))
  return [{ number: 1, status: (document && textOf(document, 'status')) ?? 'Draft' }]
}

/** The number of the active version; 0 when none is active, as FlowDefinition files write it. */
export function activeNumber(versions: readonly FlowVersion[]): number {
  return versions.find((version) => version.status === 'Active')?.number ?? 0
}

/** The same versions with this one active (0: none); a version that was active becomes obsolete. */
export function withActive(versions: readonly FlowVersion[], active: number): FlowVersion[] {
  return versions.map((version) => {
    if (version.number === active) return { ...version, status: 'Active' }
    return version.status === 'Active' ? { ...version, status: 'Obsolete' } : version
  })
}

/** A flow file with another status. */
export function withStatus(document: XmlElement, status: string): XmlElement {
  const others = document.children.filter((child) => child.name !== 'status')
  return canonicalise({ ...document, children: [...others, leaf('status', status)] })
}

/**
 * Gives a flow these versions: the latest becomes its file, with its status, and the
 * FlowDefinition names the active one.
 */
export async function putVersions(
  workspace: Workspace,
  name: string,
  versions: readonly FlowVersion[],
): Promise<ComponentRecord> {
  const latest = versions.at(-1)
  const document = latest && (await workspace.document(versionPath(name, latest.number)))
  if (document) workspace.write(flowPath(name), Buffer.from(writeXml(withStatus(document, latest.status))))
  const record = workspace.touch({
    type: 'Flow',
    fullName: name,
    files: [flowPath(name)],
    versions: [...versions],
  })
  workspace.write(definitionPath(name), definitionOf(versions))
  workspace.touch({ type: 'FlowDefinition', fullName: name, files: [definitionPath(name)] })
  return record
}

/** Keeps the content of a version under its number. */
export function keepVersion(
  workspace: Workspace,
  flow: { name: string; number: number },
  document: XmlElement,
): void {
  workspace.write(versionPath(flow.name, flow.number), Buffer.from(writeXml(document)))
}

/** The FlowDefinition file for these versions. */
export function definitionOf(versions: readonly FlowVersion[]): Buffer {
  const active = activeNumber(versions)
  const children = active === 0 ? [] : [leaf('activeVersionNumber', String(active))]
  return Buffer.from(writeXml(canonicalise(branch('FlowDefinition', children))))
}
