import type { Schedule } from '@sluice/contract/schedule'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { recordConsole } from '../../testing/record-console.ts'
import { sampleSchedule } from '../../testing/sample-schedule.ts'
import { id } from '../../testing/samples.ts'
import { buttonOf, rowOf, schedulesPath, visitSchedules } from '../../testing/visit-schedules.ts'

const nightly = sampleSchedule({ description: 'For the auditors' })
const hourly = sampleSchedule({
  id: id(81),
  name: 'Hourly check',
  createdByUserId: id(95),
  jobCommandName: 'FlowOut',
  recurrence: '@hourly',
  isEnabled: false,
  nextOccurrenceUtc: null,
  lastExecutedUtc: '2026-01-31T12:00:00.000Z',
  problems: [1, 2].map((each) => ({
    createdUtc: '2026-01-31T12:00:00.000Z',
    message: `Problem ${each}`,
    details: null,
  })),
})
const cleanUp = sampleSchedule({ id: id(82), name: 'Clean up', jobCommandName: 'DeleteEnvironment' })
const schedules: Schedule[] = [nightly, hourly, cleanUp]

const visit = (options: Parameters<typeof visitSchedules>[1] = {}) =>
  visitSchedules(schedulesPath, { schedules, ...options })
const dialog = page.getByRole('alertdialog')
const choose = async (...names: RegExp[]) => {
  for (const name of names) await rowOf(name).getByRole('checkbox').click()
}
const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((each) => each.textContent).filter((text) => text !== '')
const names = () => textsOf('tbody a')
const pick = async (filter: string, option: string) => {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const headings = () => textsOf('thead th')

test('[J-176][W-342] the list shows the pushed schedules, and hides the columns description and ID by default', async () => {
  const { server } = await visit()
  await expect.poll(names).toEqual(['Clean up', 'Every night', 'Hourly check'])
  const shown = ['Job type', 'Status', 'Recurrence pattern', 'Next execution', 'Last executed', 'Problems']
  expect(headings()).toEqual(['Name', ...shown])
  for (const text of ['Flow out', 'Disabled', '@hourly'])
    await expect.element(rowOf(/Hourly check/).getByText(text, { exact: true })).toBeVisible()
  await expect.element(rowOf(/Hourly check/).getByTitle('problems')).toHaveTextContent('2')
  expect(
    rowOf(/Every night/)
      .getByTitle('problems')
      .elements(),
  ).toEqual([])
  await expect.element(rowOf(/Every night/).getByText(/^in /)).toBeVisible()
  await expect.element(rowOf(/Hourly check/).getByText(/ago$/)).toBeVisible()
  await buttonOf('Columns').click()
  await expect
    .element(page.getByRole('menuitemcheckbox', { name: 'Name' }))
    .toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitemcheckbox', { name: 'Description' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'ID' }).click()
  await expect.poll(headings).toEqual(['Name', 'Description', ...shown, 'ID'])
  await userEvent.keyboard('{Escape}')
  await expect.element(rowOf(/Every night/).getByText('For the auditors')).toBeVisible()
  server.push({ type: 'pushSchedules', schedules: [{ ...hourly, name: 'An hourly check' }] })
  await expect.poll(names).toEqual(['An hourly check', 'Clean up', 'Every night'])
  server.push({
    type: 'deleteEntities',
    entities: [{ entityTypeName: 'Schedule', entityId: cleanUp.id }],
  })
  await expect.poll(names).toEqual(['An hourly check', 'Every night'])
})

test('[J-177] the text filter finds schedules by name, description and ID', async () => {
  await visit()
  const box = page.getByRole('searchbox', { name: 'Filter schedules' })
  for (const text of ['NIGHT', 'auditors', nightly.id]) {
    await box.fill(text)
    await expect.poll(names).toEqual(['Every night'])
  }
})

test('[J-178] the type filter offers the types of jobs and narrows the list to one', async () => {
  await visit()
  await page.getByRole('combobox', { name: 'Job type' }).click()
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    )
    .toEqual([
      'All types',
      'Create environment',
      'Delete environment',
      'Flow in',
      'Flow merge',
      'Flow out',
      'Run Apex tests',
    ])
  await page.getByRole('option', { name: 'Delete environment' }).click()
  await expect.poll(names).toEqual(['Clean up'])
  await pick('Job type', 'Flow in')
  await expect.poll(names).toEqual(['Every night'])
})

test('[J-179] the status filter narrows the list to enabled or disabled schedules', async () => {
  await visit()
  await pick('Status', 'Disabled')
  await expect.poll(names).toEqual(['Hourly check'])
  await pick('Status', 'Enabled')
  await expect.poll(names).toEqual(['Clean up', 'Every night'])
})

test('[J-180] "Only mine" shows what the user has created', async () => {
  await visit()
  await page.getByRole('checkbox', { name: 'Only mine' }).click()
  await expect.poll(names).toEqual(['Clean up', 'Every night'])
})

test('[J-183] a stack without schedules says so', async () => {
  await visit({ schedules: [] })
  await expect.element(page.getByText('No schedules exist in this stack', { exact: true })).toBeVisible()
  await expectAccessible()
})

test('[J-184] a filter that matches nothing says so, and can be cleared', async () => {
  await visit()
  await page.getByRole('searchbox', { name: 'Filter schedules' }).fill('nothing')
  await pick('Status', 'Disabled')
  await expect.element(page.getByText('No schedules match your filter criteria')).toBeVisible()
  await buttonOf('Clear filter').click()
  await expect.poll(() => names().length).toBe(3)
})

test('[J-185] "New schedule" leads to the wizard', async () => {
  const { path } = await visit()
  await page.getByRole('link', { name: 'New schedule' }).click()
  await expect.poll(path).toBe('/workspaces/acme/stacks/core-crm/create-schedule')
})

test('[J-186] columns, filters and "Only mine" are kept in the browser', async () => {
  const { router } = await visit()
  await page.getByRole('searchbox', { name: 'Filter schedules' }).fill('night')
  await pick('Job type', 'Flow in')
  await pick('Status', 'Enabled')
  await page.getByRole('checkbox', { name: 'Only mine' }).click()
  await buttonOf('Columns').click()
  await page.getByRole('menuitemcheckbox', { name: 'Recurrence pattern' }).click()
  router.history.push('/profile')
  await expect.element(page.getByRole('heading', { name: 'Alice Moreau' })).toBeVisible()
  router.history.push(schedulesPath)
  await expect.element(page.getByRole('searchbox', { name: 'Filter schedules' })).toHaveValue('night')
  await expect.element(page.getByRole('combobox', { name: 'Job type' })).toHaveTextContent('Flow in')
  await expect.element(page.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Enabled')
  await expect.element(page.getByRole('checkbox', { name: 'Only mine' })).toBeChecked()
  expect(headings()).not.toContain('Recurrence pattern')
})

test('[J-258][J-181] the chosen schedules are enabled and disabled, each that is not so yet', async () => {
  const { server } = await visit({ answers: { update: null } })
  for (const name of ['Enable', 'Disable', 'Delete']) await expect.element(buttonOf(name)).toBeDisabled()
  await choose(/Hourly check/, /Every night/)
  await buttonOf('Enable').click()
  await expect.element(rowOf(/Hourly check/).getByText('Enabled')).toBeVisible()
  await buttonOf('Disable').click()
  await expect.element(rowOf(/Every night/).getByText('Disabled')).toBeVisible()
  await expect.element(rowOf(/Hourly check/).getByText('Disabled')).toBeVisible()
  await expect
    .poll(() => server.requests('schedules', 'update').map(({ params, body }) => [params.scheduleId, body]))
    .toEqual([
      [hourly.id, { isEnabled: true }],
      [nightly.id, { isEnabled: false }],
      [hourly.id, { isEnabled: false }],
    ])
  await buttonOf('Delete').click()
  await expect.element(dialog).toBeVisible()
})

test('[J-338] a failure to enable or disable is logged and not shown, and the others go on', async () => {
  const logged = recordConsole('error')
  await visit({
    answers: {
      update: ({ params, body }) => {
        if (params.scheduleId === cleanUp.id || body.isEnabled === true) throw refusal('userNotAuthorized')
        return null
      },
    },
  })
  await choose(/Clean up/, /Every night/)
  await buttonOf('Disable').click()
  await expect.element(rowOf(/Every night/).getByText('Disabled')).toBeVisible()
  expect(logged.map(([text]) => text)).toEqual(['The schedule "Clean up" could not be disabled.'])
  await buttonOf('Enable').click()
  await expect.poll(() => logged.length).toBe(2)
  expect(logged[1]?.[0]).toBe('The schedule "Every night" could not be enabled.')
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('[J-182][J-317] the deletion lists the names and asks, and the schedules leave the list', async () => {
  const { server } = await visit({ answers: { delete: null } })
  await choose(/Hourly check/, /Clean up/)
  await buttonOf('Delete').click()
  await expect
    .element(dialog.getByText('Are you sure you want to delete the following schedules?', { exact: true }))
    .toBeVisible()
  const listed = dialog
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent)
  expect(listed).toEqual(['Clean up', 'Hourly check'])
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Delete 2 schedules' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(names()).toEqual(['Every night'])
  await expect
    .poll(() => server.requests('schedules', 'delete').map(({ params }) => params.scheduleId))
    .toEqual([cleanUp.id, hourly.id])
})

test('[J-337] a failed deletion of several shows its heading', async () => {
  await visit({ answers: { delete: refusal('userNotAuthorized') } })
  await choose(/Hourly check/, /Clean up/)
  await buttonOf('Delete').click()
  await dialog.getByRole('button', { name: 'Delete 2 schedules' }).click()
  await expect
    .element(dialog.getByText('There was a problem deleting the schedules', { exact: true }))
    .toBeVisible()
})

test('a Reader sees the list and cannot create, change or delete', async () => {
  await visit({ accessLevel: 'Reader' })
  await choose(/Every night/)
  for (const name of ['Enable', 'Disable', 'Delete', 'New schedule'])
    await expect.element(buttonOf(name)).toHaveAttribute('aria-disabled', 'true')
})

test('the navigation leads to the schedules of the stack', async () => {
  const { path } = await visitSchedules('/workspaces/acme/stacks/core-crm/jobs', { schedules })
  await page.getByRole('navigation', { name: 'Stack' }).getByRole('link', { name: 'Schedules' }).click()
  await expect.poll(path).toBe(schedulesPath)
  await expect.poll(() => document.title).toBe('Schedules · Core CRM · Acme Corp · Sluice')
})
