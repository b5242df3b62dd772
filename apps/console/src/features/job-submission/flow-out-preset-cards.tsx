import { type Control, useController, useWatch } from 'react-hook-form'
import { type Choice, ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import type { FlowOutForm } from './flow-out-form.ts'

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

type FlowOutPreset = 'validate' | 'deploy' | 'allOrNothing' | 'givenTests'

/** What most flows out are. */
const flowOutPresets: readonly Choice<FlowOutPreset>[] = [
  {
    value: 'validate',
    title: 'Validate only',
    description: 'Salesforce checks everything and changes nothing.',
  },
  {
    value: 'deploy',
    title: 'Deploy',
    description: 'What fails stays out and is remembered; the rest is deployed.',
  },
  {
    value: 'allOrNothing',
    title: 'Deploy all or nothing',
    description: 'One component that fails, and nothing is deployed.',
  },
  {
    value: 'givenTests',
    title: 'Deploy and run given tests',
    description: 'Only the test classes that you name run.',
  },
]

type PresetSettings = Pick<FlowOutForm, 'checkOnly' | 'allOrNothing' | 'testLevel'>

/** The preset that settings belong to. */
function presetOf({ checkOnly, allOrNothing, testLevel }: PresetSettings): FlowOutPreset {
  if (checkOnly) return 'validate'
  if (allOrNothing) return 'allOrNothing'
  return testLevel === 'RunSpecifiedTests' ? 'givenTests' : 'deploy'
}

/** The settings of a preset. Another test level than that of given tests stays as a person chose it. */
function withPreset(preset: FlowOutPreset, { testLevel }: PresetSettings): PresetSettings {
  const isGiven = preset === 'givenTests'
  const ownLevel = testLevel === 'RunSpecifiedTests' ? 'Automatic' : testLevel
  return {
    checkOnly: preset === 'validate',
    allOrNothing: preset === 'allOrNothing',
    testLevel: isGiven ? 'RunSpecifiedTests' : ownLevel,
  }
}
