import { flowOutTemplate } from '@sluice/contract/job-commands/flow-out'
import { expect, test } from 'vitest'
import { id } from '../../testing/samples.ts'
import {
  type FlowOutForm,
  flowOutForm,
  flowOutFormOf,
  newFlowOut,
  toFlowOutTemplate,
} from './flow-out-form.ts'

const form = newFlowOut([id(30)])
const messages = (changes: Partial<FlowOutForm>) =>
  flowOutForm.safeParse({ ...form, ...changes }).error?.issues.map((issue) => issue.message)

test('what a new form submits is what the contract accepts, with the defaults of the specification', () => {
  expect(flowOutTemplate.parse(toFlowOutTemplate(form))).toMatchObject({
    maxNumberAttempts: 5,
    diffMode: 'Auto',
    ignoreWarningsStrategy: 'Auto',
    purgeOnDeleteStrategy: 'Never',
    clobberStrategy: 'Auto',
    testLevel: null,
    testClassesToRun: [],
    collectDeploymentDeltaArchives: true,
    noConfirm: false,
    resetExclusions: false,
    allOrNothing: false,
  })
})
test('accepting deletions is submitted, and read again from the input of a job', () => {
  const template = toFlowOutTemplate({ ...form, acceptDeletions: true })
  expect(template.acceptDeletions).toBe(true)
  expect(flowOutFormOf({ ...template, environmentId: id(30) })?.acceptDeletions).toBe(true)
})
test('names of test classes are split on white space, comma and semicolon', () => {
  const template = toFlowOutTemplate({ ...form, testLevel: 'RunSpecifiedTests', testClasses: 'A,B; C\nD' })
  expect(template.testClassesToRun).toEqual(['A', 'B', 'C', 'D'])
})
test('classes of another test level are not sent', () => {
  expect(
    toFlowOutTemplate({ ...form, testLevel: 'RunLocalTests', testClasses: 'A' }).testClassesToRun,
  ).toEqual([])
})
test('specified tests need a class', () => {
  expect(messages({ testLevel: 'RunSpecifiedTests' })).toEqual([
    "At least one test class must be specified when using test level 'RunSpecifiedTests'",
  ])
})
test('classes must be names', () => {
  expect(messages({ testClasses: 'A-B' })).toEqual([
    'Test classes must be a set of valid Apex class names, separated by whitespace, comma or semicolon',
  ])
})
test('at least one attempt is made', () => expect(messages({ maxNumberAttempts: 0 })).toHaveLength(1))
test('a job that is run again brings its settings', () => {
  const again = flowOutFormOf({
    environmentId: id(31),
    testLevel: 'RunSpecifiedTests',
    testClassesToRun: ['A', 'B'],
  })
  expect(again).toMatchObject({ testLevel: 'RunSpecifiedTests', testClasses: 'A B' })
})
