import { type Control, useController, useWatch } from 'react-hook-form'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import type { FlowMergeForm } from './flow-merge-form.ts'
import { flowMergePresets, mergePresetOf, settingsOfMergePreset } from './flow-merge-presets.ts'

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
