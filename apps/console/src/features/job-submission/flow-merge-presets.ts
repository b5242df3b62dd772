import type { Choice } from '../../platform/forms/fields/choice-cards.tsx'

type FlowMergePreset = 'check' | 'merge' | 'deploy' | 'allOrNothing'

/** The most common kinds of flow merges. */
export const flowMergePresets: readonly Choice<FlowMergePreset>[] = [
  {
    value: 'check',
    title: 'Check only',
    description: 'Merges and validates, and changes no branch and no org.',
  },
  {
    value: 'merge',
    title: 'Merge only',
    description: 'The branch of the target gets the merge; nothing is deployed.',
  },
  {
    value: 'deploy',
    title: 'Merge and deploy',
    description: 'What fails stays out and is remembered; the rest is deployed, and the merge is pushed.',
  },
  {
    value: 'allOrNothing',
    title: 'Merge and deploy all or nothing',
    description: 'One component that fails, and nothing is deployed and the merge is not pushed.',
  },
]

export interface FlowMergePresetSettings {
  readonly checkOnly: boolean
  /** Whether nothing is deployed after the merge. */
  readonly noTargetOut: boolean
  readonly allOrNothing: boolean
}

/** The preset that settings belong to. */
export function mergePresetOf({
  checkOnly,
  noTargetOut,
  allOrNothing,
}: FlowMergePresetSettings): FlowMergePreset {
  if (checkOnly) return 'check'
  if (noTargetOut) return 'merge'
  return allOrNothing ? 'allOrNothing' : 'deploy'
}

/** The settings of a preset. */
export const settingsOfMergePreset = (preset: FlowMergePreset): FlowMergePresetSettings => ({
  checkOnly: preset === 'check',
  noTargetOut: preset === 'merge',
  allOrNothing: preset === 'allOrNothing',
})
