import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../../testing/render-at.tsx'
import { id, sampleFlowOutResult, sampleJob } from '../../../testing/samples.ts'

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

/** Opens the page of an ended flow out with this result. */
async function show(changes: Partial<FlowOutResult>) {
  const result: FlowOutResult = { ...sampleFlowOutResult, ...changes }
  const output = {
    id: id(80),
    jobId: id(70),
    name: 'output.json',
    type: 'Output' as const,
    contentType: 'application/json',
    sizeBytes: 1000,
  }
  const outcome = result.isSuccessful ? 'Succeeded' : 'Failed'
  const ended = sampleJob({ commandName: 'FlowOut', status: 'Ended', outcome, artifacts: [output] })
  await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${ended.id}`, {
    pushed: { jobs: [ended] },
    answers: {
      jobs: { downloadArtifact: { downloadUrl: '/api/artifacts/token' }, readArtifact: result },
    },
  })
  await expect.element(page.getByText('Outcome')).toBeVisible()
}

const heading = (name: string) => page.getByRole('heading', { name })

test('a deployment lists which changes of the org it overwrote, and whose they were', async () => {
  await show({ confirmedClobber: overwritten, potentialClobber: overwritten.slice(0, 1) })
  await expect.element(heading('Overwritten changes of the org (2)')).toBeVisible()
  await expect.element(heading('Possibly overwritten changes of the org (1)')).toBeVisible()
  const row = page.getByRole('row', { name: /Account.Rating__c/ })
  await expect.element(row).toHaveTextContent(/^Modified.*Deleted.*CustomField.*Jonas Becker/)
})

test.each([{ isCheckOnly: true }, { isSuccessful: false }])(
  'a flow out that overwrote nothing says what it would have overwritten: %o',
  async (result) => {
    await show({ ...result, confirmedClobber: overwritten })
    await expect.element(heading('Changes of the org that would be overwritten (2)')).toBeVisible()
    await expect.element(page.getByText(/^Overwritten changes/)).not.toBeInTheDocument()
  },
)

test('what only the org has is listed with its number', async () => {
  const onlyInOrg = [{ packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Extra' }]
  await show({ onlyInOrg })
  await expect.element(heading('Only in the org, not deleted (1)')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /ApexClass Extra/ })).toBeVisible()
})

test('nothing is said where the org had no changes of its own', async () => {
  await show({})
  await expect.element(page.getByText(/overwrit/i)).not.toBeInTheDocument()
})
