import type { Choice } from '../../platform/forms/fields/choice-cards.tsx'
import type { FlowOutForm } from './flow-out-form.ts'

type FlowOutPreset = 'validate' | 'deploy' | 'allOrNothing' | 'givenTests'

/** What most flows out are. */
export const flowOutPresets: readonly Choice<FlowOutPreset>[] = [
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
export function presetOf({ checkOnly, allOrNothing, testLevel }: PresetSettings): FlowOutPreset {
  if (checkOnly) return 'validate'
  if (allOrNothing) return 'allOrNothing'
  return testLevel === 'RunSpecifiedTests' ? 'givenTests' : 'deploy'
}

/** The settings of a preset. Another test level than that of given tests stays as a person chose it. */
export function withPreset(preset: FlowOutPreset, { testLevel }: PresetSettings): PresetSettings {
  const isGiven = preset === 'givenTests'
  const ownLevel = testLevel === 'RunSpecifiedTests' ? 'Automatic' : testLevel
  return {
    checkOnly: preset === 'validate',
    allOrNothing: preset === 'allOrNothing',
    testLevel: isGiven ? 'RunSpecifiedTests' : ownLevel,
  }
}
