import type { JobTemplate } from '@sluice/contract/job-commands/job-commands'
import { type FlowOutInput, flowOutInput } from '@sluice/contract/job-commands/flow-out'
import { clobberStrategy, diffMode, warningsStrategy } from '@sluice/contract/job-commands/strategies'
import { splitNames, testClassMissing, testNamesText } from '@sluice/contract/job-commands/test-names'
import { z } from 'zod'
import { chosenEnvironments, environmentFilterForm, toEnvironmentFilter } from './environment-filter-form.ts'

export const flowOutForm = z
  .object({
    environments: environmentFilterForm,
    checkOnly: z.boolean(),
    diffMode,
    acceptDeletions: z.boolean(),
    allOrNothing: z.boolean(),
    maxNumberAttempts: z
      .number({ error: 'Maximum number of attempts must be a number' })
      .int('Maximum number of attempts must be a whole number')
      .min(1, 'Maximum number of attempts must be at least 1'),
    resetExclusions: z.boolean(),
    ignoreWarningsStrategy: warningsStrategy,
    purgeOnDeleteStrategy: warningsStrategy,
    clobberStrategy,
    testLevel: z.enum(['Automatic', 'NoTestRun', 'RunSpecifiedTests', 'RunLocalTests', 'RunAllTestsInOrg']),
    testClasses: testNamesText('Test classes'),
    collectDeploymentDeltaArchives: z.boolean(),
  })
  .refine((form) => form.testLevel !== 'RunSpecifiedTests' || splitNames(form.testClasses).length > 0, {
    path: ['testClasses'],
    message: testClassMissing,
  })
export type FlowOutForm = z.output<typeof flowOutForm>

export const newFlowOut = (environmentIds: readonly string[]): FlowOutForm => ({
  environments: chosenEnvironments(environmentIds),
  checkOnly: false,
  diffMode: 'Auto',
  acceptDeletions: false,
  allOrNothing: false,
  maxNumberAttempts: 5,
  resetExclusions: false,
  ignoreWarningsStrategy: 'Auto',
  purgeOnDeleteStrategy: 'Never',
  clobberStrategy: 'Auto',
  testLevel: 'Automatic',
  testClasses: '',
  collectDeploymentDeltaArchives: true,
})

/** The form of a job that is run again; null when its input is not one of a flow out. */
export function flowOutFormOf(commandInput: unknown): FlowOutForm | null {
  const parsed = flowOutInput.safeParse(commandInput)
  return parsed.success ? fromInput(parsed.data) : null
}

function fromInput(input: FlowOutInput): FlowOutForm {
  const { environmentId, testLevel, testClassesToRun, noConfirm: _, validatedJobId: __, ...settings } = input
  return {
    ...settings,
    environments: chosenEnvironments([environmentId]),
    testLevel: testLevel ?? 'Automatic',
    testClasses: testClassesToRun.join(' '),
  }
}

/** What is submitted. Test classes belong to one test level only; nothing is asked, so there is nothing to confirm. */
export function toFlowOutTemplate(form: FlowOutForm): JobTemplate<'FlowOut'> {
  const { environments, testLevel, testClasses, ...settings } = form
  return {
    ...settings,
    noConfirm: false,
    environmentFilter: toEnvironmentFilter(environments),
    testLevel: testLevel === 'Automatic' ? null : testLevel,
    testClassesToRun: testLevel === 'RunSpecifiedTests' ? splitNames(testClasses) : [],
  }
}
