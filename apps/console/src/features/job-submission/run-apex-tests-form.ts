import type { JobTemplate } from '@sluice/contract/job-commands/job-commands'
import {
  type RunApexTestsInput,
  runApexTestsInput,
  runApexTestsTemplate,
} from '@sluice/contract/job-commands/run-apex-tests'
import { splitNames, testNamesText } from '@sluice/contract/job-commands/test-names'
import { z } from 'zod'
import {
  chosenEnvironments,
  environmentFilterForm,
  fromEnvironmentFilter,
  toEnvironmentFilter,
} from './environment-filter-form.ts'

export const runApexTestsForm = z
  .object({
    environments: environmentFilterForm,
    testLevel: z.enum(['RunSpecifiedTests', 'RunLocalTests', 'RunAllTestsInOrg']),
    maxFailedTests: z
      .number({ error: 'Maximum number of failed tests must be a number' })
      .int('Maximum number of failed tests must be a whole number')
      .min(0, 'Maximum number of failed tests must not be negative')
      .nullable(),
    noCodeCoverage: z.boolean(),
    classNames: testNamesText('Test classes'),
    suiteNames: testNamesText('Test suites'),
  })
  .refine(
    (form) =>
      form.testLevel !== 'RunSpecifiedTests' || splitNames(form.classNames + form.suiteNames).length > 0,
    {
      path: ['classNames'],
      message:
        "At least one test class or test suite must be specified when using test level 'RunSpecifiedTests'",
    },
  )
export type RunApexTestsForm = z.output<typeof runApexTestsForm>

export const newTestRun = (environmentIds: readonly string[]): RunApexTestsForm => ({
  environments: chosenEnvironments(environmentIds),
  testLevel: 'RunLocalTests',
  maxFailedTests: null,
  noCodeCoverage: false,
  classNames: '',
  suiteNames: '',
})

/** The form of a job that is run again; null when its input is not one of a test run. */
export function runApexTestsFormOf(commandInput: unknown): RunApexTestsForm | null {
  const parsed = runApexTestsInput.safeParse(commandInput)
  return parsed.success ? fromInput(parsed.data) : null
}

/** The form of a stored template; null when it is not one of a test run. */
export function runApexTestsFormOfTemplate(template: unknown): RunApexTestsForm | null {
  const parsed = runApexTestsTemplate.safeParse(template)
  if (!parsed.success) return null
  const { environmentFilter, ...settings } = parsed.data
  const environments = fromEnvironmentFilter(environmentFilter)
  return { ...fromInput({ ...settings, environmentId: '' }), environments }
}

function fromInput(input: RunApexTestsInput): RunApexTestsForm {
  const { environmentId, runAllTests, classNames, suiteNames, ...settings } = input
  const isSpecified = classNames.length + suiteNames.length > 0
  const level = runAllTests ? 'RunAllTestsInOrg' : 'RunLocalTests'
  return {
    ...settings,
    environments: chosenEnvironments([environmentId]),
    testLevel: isSpecified ? 'RunSpecifiedTests' : level,
    classNames: classNames.join(' '),
    suiteNames: suiteNames.join(' '),
  }
}

/** What is submitted. Names belong to one test level only. */
export function toRunApexTestsTemplate(form: RunApexTestsForm): JobTemplate<'RunApexTests'> {
  const { environments, testLevel, classNames, suiteNames, ...settings } = form
  const isSpecified = testLevel === 'RunSpecifiedTests'
  return {
    ...settings,
    environmentFilter: toEnvironmentFilter(environments),
    runAllTests: testLevel === 'RunAllTestsInOrg',
    classNames: isSpecified ? splitNames(classNames) : [],
    suiteNames: isSpecified ? splitNames(suiteNames) : [],
  }
}
