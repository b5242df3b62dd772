import { z } from 'zod'
import { entityId } from '../fields.ts'
import { environmentFilter } from './environment-filter.ts'
import { testNames } from './test-names.ts'

/** How the dialog's test level is sent: all = run all, local = neither flag nor lists, specified = the lists. */
const settings = {
  runAllTests: z.boolean().default(false),
  maxFailedTests: z.number().int().min(0).nullable().default(null),
  noCodeCoverage: z.boolean().default(false),
  classNames: testNames('Test classes').default([]),
  suiteNames: testNames('Test suites').default([]),
}

const namesOnlySpecifiedTests = (value: {
  runAllTests: boolean
  classNames: string[]
  suiteNames: string[]
}): boolean => !value.runAllTests || value.classNames.length + value.suiteNames.length === 0
const namesOnlySpecifiedTestsMessage = {
  path: ['runAllTests'],
  message: 'Test classes and test suites cannot be named when all tests are run',
}

/** A filter and which tests to run. */
export const runApexTestsTemplate = z
  .strictObject({ environmentFilter, ...settings })
  .refine(namesOnlySpecifiedTests, namesOnlySpecifiedTestsMessage)
export type RunApexTestsTemplate = z.output<typeof runApexTestsTemplate>

/** What one job gets. */
export const runApexTestsInput = z.object({ environmentId: entityId, ...settings })
export type RunApexTestsInput = z.output<typeof runApexTestsInput>

/** The run that holds the results. */
export const runApexTestsResult = z.object({ apexTestRunId: entityId })
export type RunApexTestsResult = z.infer<typeof runApexTestsResult>
