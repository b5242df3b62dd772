import { type Control, useController, useWatch } from 'react-hook-form'
import { type Choice, ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import type { FlowMergeForm } from './flow-merge-form.ts'

/** Cards for the most common kinds of flow merges. Each sets fields that the form shows below, too. */
export function FlowMergePresetCards({ control }: { control: Control<FlowMergeForm> }) {
  const [checkOnly, noTargetOut, allOrNothing] = useWatch({
    control,
    name: ['checkOnly', 'targetOut.isLeftOut', 'targetOut.allOrNothing'],
  })
  const check = useController({ control, name: 'checkOnly' }).field
  const leftOut = useController({ control, name: 'targetOut.isLeftOut' }).field
  const all = useController({ control, name: 'targetOut.allOrNothing' }).field
  return (
    <ChoiceCards
      label="What to do"
      choices={flowMergePresets}
      value={mergePresetOf({ checkOnly, noTargetOut, allOrNothing })}
      onValueChange={(preset) => {
        const next = settingsOfMergePreset(preset)
        check.onChange(next.checkOnly)
        leftOut.onChange(next.noTargetOut)
        all.onChange(next.allOrNothing)
      }}
    />
  )
}

type FlowMergePreset = 'check' | 'merge' | 'deploy' | 'allOrNothing'

/** The most common kinds of flow merges. */
const flowMergePresets: readonly Choice<FlowMergePreset>[] = [
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

interface FlowMergePresetSettings {
  readonly checkOnly: boolean
  /** Whether nothing is deployed after the merge. */
  readonly noTargetOut: boolean
  readonly allOrNothing: boolean
}

/** The preset that settings belong to. */
function mergePresetOf({ checkOnly, noTargetOut, allOrNothing }: FlowMergePresetSettings): FlowMergePreset {
  if (checkOnly) return 'check'
  if (noTargetOut) return 'merge'
  return allOrNothing ? 'allOrNothing' : 'deploy'
}

/** The settings of a preset. */
const settingsOfMergePreset = (preset: FlowMergePreset): FlowMergePresetSettings => ({
  checkOnly: preset === 'check',
  noTargetOut: preset === 'merge',
  allOrNothing: preset === 'allOrNothing',
})
