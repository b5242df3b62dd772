import { clobberStrategy, diffMode, warningsStrategy } from '@sluice/contract/job-commands/strategies'
import { splitNames, testNamesText } from '@sluice/contract/job-commands/test-names'
import { z } from 'zod'

/** The fields of a deployment, of a flow out and of the last part of a flow merge. */
export const flowOutSettings = {
  diffMode,
  acceptDeletions: z.boolean(),
  allOrNothing: z.boolean(),
  maxNumberAttempts: z
    .number({ error: 'Maximum number of attempts must be a number' })
    .int('Maximum number of attempts must be a whole number')
    .min(1, 'Maximum number of attempts must be at least 1'),
  resetExclusions: z.boolean(),
  noConfirm: z.boolean(),
  ignoreWarningsStrategy: warningsStrategy,
  purgeOnDeleteStrategy: warningsStrategy,
  clobberStrategy,
  testLevel: z.enum(['Automatic', 'NoTestRun', 'RunSpecifiedTests', 'RunLocalTests', 'RunAllTestsInOrg']),
  testClasses: testNamesText('Test classes'),
  collectDeploymentDeltaArchives: z.boolean(),
}

export const hasItsTests = (form: { testLevel: string; testClasses: string }): boolean =>
  form.testLevel !== 'RunSpecifiedTests' || splitNames(form.testClasses).length > 0

type FlowOutSettings = { [K in keyof typeof flowOutSettings]: z.output<(typeof flowOutSettings)[K]> }

export const newFlowOutSettings: FlowOutSettings = {
  diffMode: 'Auto',
  acceptDeletions: false,
  allOrNothing: false,
  maxNumberAttempts: 5,
  resetExclusions: false,
  noConfirm: false,
  ignoreWarningsStrategy: 'Auto',
  purgeOnDeleteStrategy: 'Never',
  clobberStrategy: 'Auto',
  testLevel: 'Automatic',
  testClasses: '',
  collectDeploymentDeltaArchives: true,
}
