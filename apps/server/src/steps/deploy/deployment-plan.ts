import { join } from 'node:path'
import { componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { DeltaSize, DividedDelta } from '@sluice/metadata/divide-delta'
import { readJsonLines, writeJsonLines } from '../session/json-lines.ts'
import { exists, readJson, writeJson } from '../session/work-folder.ts'
import type { FlowChanges } from '../branch-changes/flow-changes.ts'

/** What lies beside the diff of a flow out: its flows, and the parts in which it is deployed. */
interface DeploymentPlan {
  readonly flows: FlowChanges
  readonly division: DividedDelta
}

const flowsIn = (folder: string): string => join(folder, 'flows.json')
const partsIn = (folder: string): string => join(folder, 'parts')
const sizeIn = (folder: string): string => join(folder, 'size.json')

export async function writeDeploymentPlan(
  folder: string,
  { flows, division: { parts, size } }: DeploymentPlan,
): Promise<void> {
  await writeJson(flowsIn(folder), flows)
  await writeJson(sizeIn(folder), size)
  await writeJsonLines(partsIn(folder), parts.length === 1 ? [] : parts.map(keysOf))
}

const keysOf = (part: readonly ComponentChange[]): string[] =>
  part.map(({ identity }) => componentKey(identity))

/** None where an earlier release wrote the diff. */
export async function readFlows(folder: string): Promise<FlowChanges> {
  return (await readJson<FlowChanges>(flowsIn(folder))) ?? { active: [], statusOnly: [] }
}

/** One part with all changes where one deployment takes them, and where an earlier release wrote the diff. */
export async function readDivision(
  folder: string,
  changes: readonly ComponentChange[],
): Promise<DividedDelta> {
  const size = (await readJson<DeltaSize>(sizeIn(folder))) ?? { files: 0, customFields: 0 }
  const keys = (await exists(partsIn(folder))) ? await readJsonLines<string[]>(partsIn(folder)) : []
  if (keys.length === 0) return { parts: [changes], size }
  const byKey = new Map(changes.map((change) => [componentKey(change.identity), change]))
  return { parts: keys.map((part) => part.flatMap((key) => byKey.get(key) ?? [])), size }
}
