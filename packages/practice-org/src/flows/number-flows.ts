import { newId, prefixOf } from '../ids.ts'
import type { OrgState } from '../org-state.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { textOf } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'
import { definitionOf } from './flow-states.ts'
import { flowPath, versionPath } from './flow-versions.ts'

/**
 * Gives each flow of an org that begins to keep versions its first version and its FlowDefinition.
 * Authors and dates stay. The caller holds the org's queue.
 */
export async function numberFlows(org: OrgState): Promise<void> {
  const writes = new Map<string, Uint8Array>()
  const put: ComponentRecord[] = []
  for (const flow of org.store.list('Flow')) {
    if (flow.versions) continue
    const content = await org.store.read(flowPath(flow.fullName))
    const status = textOf(parseXml(content.toString('utf8')), 'status') ?? 'Draft'
    const versions = [{ number: 1, status }]
    const path = `flowDefinitions/${flow.fullName}.flowDefinition`
    writes.set(versionPath(flow.fullName, 1), content)
    writes.set(path, definitionOf(versions))
    const definition = org.store.find('FlowDefinition', flow.fullName)
    const id = definition?.id ?? newId(prefixOf('FlowDefinition'))
    put.push({ ...flow, versions }, { ...flow, type: 'FlowDefinition', id, files: [path] })
  }
  if (put.length > 0) await org.store.commit({ writes, deletes: new Set(), put, remove: [] })
}
