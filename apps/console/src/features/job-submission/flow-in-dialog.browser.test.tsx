import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { openFlowDialog } from '../../testing/open-flow-dialog.ts'
import { id, sampleJob } from '../../testing/samples.ts'

const provisioned = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700 + index) }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  }))
const jobPage = { subscribeToProgress: forever }

test('[J-288] an empty submission puts the focus on the picker and says why', async () => {
  await openFlowDialog('Flow in', [])
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('At least one environment must be selected')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Environments' })).toHaveFocus()
})

test('[J-015] the include part offers All, Environments and Tags, and begins with Environments', async () => {
  await openFlowDialog('Flow in', [])
  const include = page.getByRole('combobox', { name: 'Include' })
  await expect.element(include).toHaveTextContent('Environments')
  await include.click()
  await expect.element(page.getByRole('option', { name: 'All' })).toBeVisible()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  const modes = page.getByRole('option').elements()
  expect(modes.map((mode) => mode.textContent).toSorted()).toEqual(['All', 'Environments', 'Tags'])
})

test('[J-234] it offers the retrieve modes Auto, Partial and Full, begins with Auto and submits the chosen one', async () => {
  const { server } = await openFlowDialog('Flow in', ['QA'], {
    jobs: { provision: provisioned(1), ...jobPage },
  })
  const mode = page.getByRole('combobox', { name: 'Retrieve mode' })
  await expect.element(mode).toHaveTextContent('Auto')
  await mode.click()
  await expect.element(page.getByRole('option', { name: 'Full' })).toBeVisible()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  const modes = page.getByRole('option').elements()
  expect(modes.map((one) => one.textContent)).toEqual(['Auto', 'Partial', 'Full'])
  await page.getByRole('option', { name: 'Full' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobTemplate: { retrieveMode: 'Full' },
    })
})

test('[W-391] a commit message of more than 256 characters is refused', async () => {
  const { server } = await openFlowDialog('Flow in', ['QA'])
  await page.getByRole('textbox', { name: 'Commit message' }).fill('a'.repeat(257))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('Commit message cannot be longer than 256 characters')).toBeVisible()
  expect(server.requests('jobs', 'provision')).toEqual([])
})

test('[J-264] force and the retrieve mode Partial exclude each other', async () => {
  await openFlowDialog('Flow in', ['QA'])
  await page.getByRole('combobox', { name: 'Retrieve mode' }).click()
  await page.getByRole('option', { name: 'Partial' }).click()
  await page.getByRole('checkbox', { name: 'Force' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  const message = 'Force cannot be combined with partial retrieve mode'
  await expect.element(page.getByText(message)).toBeVisible()
})

test('[J-009] one created job leads to its page', async () => {
  const { server, path } = await openFlowDialog('Flow in', ['QA'], {
    jobs: { provision: provisioned(1), ...jobPage },
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(path).toBe(`/workspaces/acme/stacks/core-crm/jobs/${id(700)}`)
  const [sent] = server.requests('jobs', 'provision')
  expect(sent?.body).toMatchObject({
    jobCommandName: 'FlowIn',
    jobTemplate: { environmentFilter: { include: { ids: [id(31)] } }, semanticMergeStrategy: 'ApplyAll' },
  })
})

test('accepting deletions is submitted', async () => {
  const { server } = await openFlowDialog('Flow in', ['QA'], {
    jobs: { provision: provisioned(1), ...jobPage },
  })
  await page.getByRole('checkbox', { name: 'Accept deletions' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobTemplate: { acceptDeletions: true },
    })
})

test('[J-010] several created jobs lead to the list', async () => {
  const { path } = await openFlowDialog('Flow in', ['Production', 'QA'], {
    jobs: { provision: provisioned(2) },
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(path).toBe('/workspaces/acme/stacks/core-crm/jobs')
})

test('[J-007] while it submits both buttons are disabled', async () => {
  await openFlowDialog('Flow in', ['Production'], { jobs: { provision: forever } })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true')
})

test('[J-013] a refused submission shows the panel above the fields of the dialog', async () => {
  await openFlowDialog('Flow in', ['Production'], { jobs: { provision: refusal('stackNotInitialized') } })
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem submitting the inbound flow job')
  await expect.element(alert).toHaveTextContent('The stack is not initialized.')
  const [field] = page.getByRole('dialog').getByRole('combobox').elements()
  expect(field && alert.element().compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
