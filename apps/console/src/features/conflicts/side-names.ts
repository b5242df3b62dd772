import type { Conflict, ConflictResolution, MergeContext } from '@sluice/contract/conflict'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'

/** What people call the versions of a merge. */
export interface SideNames {
  local: string
  remote: string
}

/** The sides of a merge by the environments whose branches are merged, otherwise by what they are. */
export function useSideNames(conflict: Conflict): SideNames {
  const local = useEntity(entities.environments, conflict.localEnvironmentId)
  const remote = useEntity(entities.environments, conflict.remoteEnvironmentId)
  if (conflict.mergeContext === 'Normalization') return { local: 'Pushed', remote: 'Normalized' }
  if (conflict.mergeContext !== 'FlowMerge') return { local: 'Git', remote: 'Org' }
  return { local: local?.name ?? 'Local', remote: remote?.name ?? 'Remote' }
}

/** The name of a side within a sentence or behind a verb. */
const commonNouns: ReadonlySet<string> = new Set([
  'Org',
  'Base',
  'Pushed',
  'Normalized',
  'Local',
  'Remote',
  'Original',
])
export const inSentence = (name: string): string => (commonNouns.has(name) ? name.toLowerCase() : name)

/** The choices in the order of the sides: what is nearer to local stands further left. */
export function resolutionName(resolution: ConflictResolution, { local, remote }: SideNames): string {
  const names: Readonly<Record<ConflictResolution, string>> = {
    TakeLocal: `Take ${inSentence(local)}`,
    PreferLocal: `Prefer ${inSentence(local)}`,
    Manual: 'Manual',
    PreferRemote: `Prefer ${inSentence(remote)}`,
    TakeRemote: `Take ${inSentence(remote)}`,
  }
  return names[resolution]
}

/** What the two sides of a merge are. */
export function sidesOf(context: MergeContext): SideNames {
  if (context === 'FlowMerge') return { local: 'Git branch', remote: 'Git branch' }
  if (context === 'Normalization') return { local: 'Git branch as pushed', remote: 'Git branch, normalized' }
  return { local: 'Git branch', remote: 'Salesforce org' }
}
