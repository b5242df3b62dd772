import { type Control, useController, useWatch } from 'react-hook-form'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import type { FlowOutForm } from './flow-out-form.ts'
import { flowOutPresets, presetOf, withPreset } from './flow-out-presets.ts'

/** The ways in which most flows out are made; each is a set of settings that stand below, too. */
export function FlowOutPresetCards({ control }: { control: Control<FlowOutForm> }) {
  const [checkOnly, allOrNothing, testLevel] = useWatch({
    control,
    name: ['checkOnly', 'allOrNothing', 'testLevel'],
  })
  const check = useController({ control, name: 'checkOnly' }).field
  const all = useController({ control, name: 'allOrNothing' }).field
  const level = useController({ control, name: 'testLevel' }).field
  const settings = { checkOnly, allOrNothing, testLevel }
  return (
    <ChoiceCards
      label="What to do"
      choices={flowOutPresets}
      value={presetOf(settings)}
      onValueChange={(preset) => {
        const next = withPreset(preset, settings)
        check.onChange(next.checkOnly)
        all.onChange(next.allOrNothing)
        level.onChange(next.testLevel)
      }}
    />
  )
}
