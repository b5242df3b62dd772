import type { ObjectReader } from '@sluice/git/cat-file'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { differsInStatusOnly, isActiveFlow } from '@sluice/metadata/flow-status'
import type { FileHashes } from '../session/metadata-directory.ts'

/** The flows of a flow out, by name. */
export interface FlowChanges {
  /** New or changed, and active in the branch. */
  readonly active: readonly string[]
  /** Changed in nothing but their status, which is the org's: they are not deployed. */
  readonly statusOnly: readonly string[]
}

export interface FlowSource {
  readonly headFiles: FileHashes
  readonly reader: ObjectReader
  /** The file as the org has it or was offered it last. */
  readonly baseOf: (path: string) => Promise<Uint8Array | null>
}

/** Reads the flows among changes. */
export async function findFlowChanges(
  changes: readonly ComponentChange[],
  { headFiles, reader, baseOf }: FlowSource,
): Promise<FlowChanges> {
  const active: string[] = []
  const statusOnly: string[] = []
  for (const { identity, changeType, paths } of changes.filter(isFlow)) {
    const [path = ''] = paths
    const hash = headFiles.get(path)
    if (hash === undefined || changeType === 'Deleted') continue
    const head = await reader.read(hash)
    const base = changeType === 'Modified' ? await baseOf(path) : null
    if (base !== null && differsInStatusOnly(base, head)) statusOnly.push(identity.componentName)
    else if (isActiveFlow(head)) active.push(identity.componentName)
  }
  return { active, statusOnly }
}

/** Without flows that changed in nothing but their status. */
export function withoutStatusChanges(
  changes: readonly ComponentChange[],
  { statusOnly }: FlowChanges,
): readonly ComponentChange[] {
  const names = new Set(statusOnly)
  return changes.filter((change) => !(isFlow(change) && names.has(change.identity.componentName)))
}

export function isFlow({ identity }: ComponentChange): boolean {
  return identity.componentType === 'Flow'
}
