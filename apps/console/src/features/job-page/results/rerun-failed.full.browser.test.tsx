import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sampleDifference } from '../../../testing/difference-samples.ts'
import { expectReason } from '../../../testing/expect-reason.ts'
import { openJobOfResult } from '../../../testing/open-job-of-result.ts'
import { id, sampleEnvironment, sampleFlowOutResult } from '../../../testing/samples.ts'

const failed = (componentName: string): FlowOutResult['failures'][number] => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
  changeType: 'Added',
  componentId: null,
  problems: [],
  filePaths: [],
  isNew: true,
  failingSinceCommit: null,
  reason: 'DeploymentProblems' as const,
})
const result: FlowOutResult = { ...sampleFlowOutResult, failures: [failed('Pricing')] }
const settings = { maxNumberAttempts: 7, testLevel: 'RunLocalTests', purgeOnDeleteStrategy: 'Always' }
const flowOut: Partial<JobWithNotices> = {
  commandName: 'FlowOut',
  commandInput: { environmentId: id(30), ...settings },
}
const merge = {
  sourceCommitHash: 'a'.repeat(40),
  targetCommitHash: 'b'.repeat(40),
  commitHash: 'c'.repeat(40),
  wasPushed: true,
  mergeResult: null,
}
const flowMerge: Partial<JobWithNotices> = {
  commandName: 'FlowMerge',
  commandInput: {
    sourceEnvironmentId: id(31),
    targetEnvironmentId: id(30),
    targetOutMaxNumberAttempts: 7,
    targetOutTestLevel: 'RunLocalTests',
    targetOutPurgeOnDeleteStrategy: 'Always',
  },
}
const mergeResult = (wasPushed: boolean) => ({
  isCheckOnly: false,
  sourceInResult: null,
  targetInResult: null,
  merge: { ...merge, wasPushed },
  targetOutResult: result,
})

const button = page.getByRole('main').getByRole('button', { name: 'Rerun failed only' })
const dialog = page.getByRole('dialog', { name: 'Flow out environments' })
const choice = (name: string) => dialog.getByRole('checkbox', { name: `Deploy ${name}` })
const submit = (name: string) => dialog.getByRole('button', { name, exact: true })
const left = (componentType: string, componentName: string) => ({
  packageName: 'unpackaged',
  componentType,
  componentName,
})

test.for([
  ['flow out', flowOut, result],
  ['flow merge', flowMerge, mergeResult(true)],
] as const)(
  '"Rerun failed only" of a %s deploys with its settings what failed and leaves out everything else',
  async ([, job, output]) => {
    const { server } = await openJobOfResult({ job, result: output })
    await button.click()
    await expect.element(dialog.getByText('This began with the 1 component that failed.')).toBeVisible()
    await expect.element(dialog.getByText('2 others are left out.')).toBeVisible()
    await expect.element(choice('ApexClass Pricing')).toBeChecked()
    await expect.element(choice('ApexClass ErpSync')).not.toBeChecked()
    await submit('Deploy 1 component to Northbeam Lighting production').click()
    await expect
      .poll(() => server.requests('jobs', 'provision')[0]?.body)
      .toMatchObject({
        jobCommandName: 'FlowOut',
        jobTemplate: {
          environmentFilter: { include: { all: false, ids: [id(30)] } },
          ...settings,
          checkOnly: false,
          excludedComponents: [left('CustomField', 'Account.Rating__c'), left('ApexClass', 'ErpSync')],
        },
      })
  },
)

test('a check is run again as a check, also by a Reader', async () => {
  await openJobOfResult({
    job: { ...flowOut, commandInput: { ...flowOut.commandInput, checkOnly: true } },
    result: { ...result, isCheckOnly: true },
    isReader: true,
  })
  await button.click()
  await expect
    .element(submit('Validate 1 component in Northbeam Lighting production'))
    .not.toHaveAttribute('aria-disabled', 'true')
})

test('the button is disabled with the reason for a person who may not deploy to the environment', async () => {
  await openJobOfResult({ job: flowOut, result, isReader: true })
  await expect.element(button).toBeVisible()
  await expectReason(button, 'You do not have permission to perform this operation.')
})

test('the button is disabled for a merge that was not pushed, because the branch does not have the components', async () => {
  await openJobOfResult({ job: { ...flowMerge, outcome: 'Failed' }, result: mergeResult(false) })
  await expect.element(button).toBeVisible()
  await expectReason(button, 'The merge was not pushed: the branch of Production does not have what failed.')
})

test('the button is disabled for a job of the command line', async () => {
  await openJobOfResult({ job: { ...flowOut, workerType: 'Cli' }, result })
  await expect.element(button).toBeVisible()
  await expectReason(button, 'Jobs run using the CLI cannot be rerun through the web app.')
})

test.for([
  ['nothing failed', [sampleEnvironment()], { ...result, failures: [] }],
  ['the environment is gone', [], result],
] as const)('there is no button where %s', async ([, environments, output]) => {
  await openJobOfResult({ job: flowOut, result: output, environments })
  await expect.element(page.getByText('Outcome', { exact: true })).toBeVisible()
  expect(button.elements()).toEqual([])
})

test('the diff mode Org becomes Auto, because no preview shows what it would deploy', async () => {
  const job = { ...flowOut, commandInput: { ...flowOut.commandInput, diffMode: 'Org' } }
  await openJobOfResult({ job, result })
  await button.click()
  await dialog.getByRole('button', { name: 'Advanced' }).click()
  const diffMode = dialog.getByRole('combobox', { name: 'Diff mode' })
  await expect.element(diffMode).toHaveTextContent('Auto')
  await diffMode.click()
  await page.getByRole('option', { name: 'Org' }).click()
  await expectReason(
    submit('Submit'),
    'With the diff mode Org it is not known beforehand what else would be deployed. Choose another diff mode.',
  )
})

test('the dialog cannot be submitted until the other differences are known', async () => {
  const branch = { ...sampleDifference().branch, state: 'unknown' as const, reason: 'No flow has ended yet.' }
  await openJobOfResult({ job: flowOut, result, difference: sampleDifference({ toDeploy: null, branch }) })
  await button.click()
  await expect.element(submit('Submit')).toBeVisible()
  await expectReason(submit('Submit'), 'It is not known yet what else would be deployed.')
})

test('the dialog says so when no failed component differs any more', async () => {
  const { server } = await openJobOfResult({
    job: flowOut,
    result: { ...result, failures: [failed('Gone')] },
  })
  await button.click()
  await expectReason(
    submit('Deploy 0 components to Northbeam Lighting production'),
    'Nothing of what was chosen can be deployed now.',
  )
  expect(server.requests('jobs', 'provision')).toEqual([])
})

test('a failed component that no longer differs is counted', async () => {
  await openJobOfResult({
    job: flowOut,
    result: { ...result, failures: [failed('Pricing'), failed('Gone')] },
  })
  await button.click()
  await expect.element(dialog.getByText('This began with the 2 components that failed.')).toBeVisible()
  await expect
    .element(dialog.getByText('2 others are left out. 1 of those does not differ any more.'))
    .toBeVisible()
})

test('chosen components go to one environment, and everything can be included instead', async () => {
  const qa = sampleEnvironment({ id: id(31), slug: 'qa', name: 'QA', isProduction: false })
  await openJobOfResult({ job: flowOut, result, environments: [sampleEnvironment(), qa] })
  await button.click()
  await dialog.getByRole('button', { name: 'Choose others' }).click()
  await dialog.getByRole('combobox', { name: 'Include' }).click()
  await page.getByRole('option', { name: 'All' }).click()
  await expectReason(submit('Submit'), 'Chosen components are deployed to one environment only.')
  await dialog.getByRole('button', { name: 'Include everything' }).click()
  await expect.element(submit('Submit')).not.toHaveAttribute('aria-disabled', 'true')
})
