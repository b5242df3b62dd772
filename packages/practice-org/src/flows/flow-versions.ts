import type { Workspace } from '../store/workspace.ts'
import type { ComponentRecord, FlowVersion } from '../store/component-record.ts'
import { textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { writeXml } from '../xml/write.ts'
import { definitionOf, withStatus } from './flow-states.ts'

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

/**
 * Stores the versions of a flow. The latest version becomes the flow's file, and the
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
