import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFlowOutResult } from '../../../testing/open-flow-out-result.ts'

const overwritten: FlowOutResult['confirmedClobber'] = [
  {
    packageName: 'unpackaged',
    componentType: 'ApexClass',
    componentName: 'SurveyService',
    changeType: 'Modified',
    orgChangeType: 'Deleted',
    changedByName: null,
    changedUtc: null,
  },
  {
    packageName: 'unpackaged',
    componentType: 'CustomField',
    componentName: 'Account.Rating__c',
    changeType: 'Deleted',
    orgChangeType: 'Modified',
    changedByName: 'Jonas Becker',
    changedUtc: '2026-11-22T10:00:00.000Z',
  },
]

const heading = (name: string) => page.getByRole('heading', { name })

test('a deployment lists which changes of the org it overwrote, and whose they were', async () => {
  await openFlowOutResult({ confirmedClobber: overwritten, potentialClobber: overwritten.slice(0, 1) })
  await expect.element(heading('Overwritten changes of the org (2)')).toBeVisible()
  await expect.element(heading('Possibly overwritten changes of the org (1)')).toBeVisible()
  const row = page.getByRole('row', { name: /Account.Rating__c/ })
  await expect.element(row).toHaveTextContent(/^Modified.*Deleted.*CustomField.*Jonas Becker/)
})

test.each([{ isCheckOnly: true }, { isSuccessful: false }])(
  'a flow out that overwrote nothing says what it would have overwritten: %o',
  async (result) => {
    await openFlowOutResult({ ...result, confirmedClobber: overwritten })
    await expect.element(heading('Changes of the org that would be overwritten (2)')).toBeVisible()
    await expect.element(page.getByText(/^Overwritten changes/)).not.toBeInTheDocument()
  },
)

test('what only the org has is listed with its number', async () => {
  const onlyInOrg = [{ packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Extra' }]
  await openFlowOutResult({ onlyInOrg })
  await expect.element(page.getByRole('cell', { name: 'Only in the org' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Extra/ })).toBeVisible()
})

test('nothing is said where the org had no changes of its own', async () => {
  await openFlowOutResult({})
  await expect.element(page.getByText(/overwrit/i)).not.toBeInTheDocument()
})
