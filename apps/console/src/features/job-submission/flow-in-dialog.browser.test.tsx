import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { json, renderInStack } from '../../testing/render-in-stack.tsx'
import { id, sampleJob } from '../../testing/samples.ts'
import { FlowInDialog } from './flow-in-dialog.tsx'
import { newFlowIn } from './flow-in-form.ts'

const dialog = (environmentIds: string[] = []) => (
  <FlowInDialog isOpen onClose={() => undefined} initial={newFlowIn(environmentIds)} />
)
const provisioned = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700 + index) }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  }))

test('[J-288] an empty submission puts the focus on the picker and says why', async () => {
  await renderInStack(dialog())
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('At least one environment must be selected')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Environments' })).toHaveFocus()
})

test('[J-264] force and partial retrieve are refused together', async () => {
  await renderInStack(dialog([id(30)]))
  await page.getByRole('combobox', { name: 'Retrieve mode' }).click()
  await page.getByRole('option', { name: 'Partial' }).click()
  await page.getByRole('checkbox', { name: 'Force' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('Force cannot be combined with partial retrieve mode')).toBeVisible()
})

test('[J-009] one created job leads to its page', async () => {
  const { server, router } = await renderInStack(dialog([id(31)]), () => json(provisioned(1)))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect
    .poll(() => router.state.location.pathname)
    .toBe(`/workspaces/acme/stacks/core-crm/jobs/${id(700)}`)
  expect(server.calls[0]?.body).toMatchObject({
    jobCommandName: 'FlowIn',
    jobTemplate: { environmentFilter: { include: { ids: [id(31)] } }, semanticMergeStrategy: 'ApplyAll' },
  })
})

test('[J-010] several created jobs lead to the list', async () => {
  const { router } = await renderInStack(dialog([id(30), id(31)]), () => json(provisioned(2)))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/workspaces/acme/stacks/core-crm/jobs')
})

test('[J-007] while it submits both buttons are disabled', async () => {
  await renderInStack(dialog([id(30)]), () => new Promise<Response>(() => undefined))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true')
})

test('[J-013] a refused submission shows the panel above the form', async () => {
  const refusal = { type: 'stackNotInitialized', title: 'The stack is not initialized.', status: 409 }
  await renderInStack(dialog([id(30)]), () => json(refusal, 409))
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem submitting the inbound flow job')
  await expect.element(alert).toHaveTextContent('The stack is not initialized.')
})
