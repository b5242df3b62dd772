import type { Schedule } from '@sluice/contract/schedule'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { sampleSchedule } from '../../testing/sample-schedule.ts'
import { id } from '../../testing/samples.ts'
import { buttonOf, schedulesPath, upcomingTimes, visitSchedules } from '../../testing/visit-schedules.ts'

const schedule = sampleSchedule({ description: 'For the auditors' })
const visit = (changes: Partial<Schedule> = {}, answers: Answers['schedules'] = {}) =>
  visitSchedules(`${schedulesPath}/${schedule.id}`, { schedules: [{ ...schedule, ...changes }], answers })
const valueOf = (label: string) => {
  const term = page
    .getByRole('term')
    .elements()
    .find((each) => each.textContent === label)
  return term?.nextElementSibling?.textContent
}
const main = page.getByRole('main')
const dialog = page.getByRole('alertdialog')
const settings = page.getByRole('form', { name: 'Job settings' })

test('[J-187] the header has name, ID, creator and time of creation, and "Delete"', async () => {
  await visit()
  const heading = page.getByRole('heading', { name: 'Every night', level: 1 })
  await expect.element(heading).toBeVisible()
  const header = heading.element().closest('header')
  expect(header?.textContent).toContain(schedule.id)
  expect(header?.textContent).toMatch(/Created by Alice Moreau .*ago/)
  expect([...(header?.querySelectorAll('button') ?? [])].map((each) => each.textContent)).toContain('Delete')
  await expectAccessible()
})

test('[J-188][J-316] name and description are edited where they stand', async () => {
  const { server } = await visit({}, { update: null })
  await buttonOf('Edit name').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Each night')
  await buttonOf('Save').first().click()
  await expect.element(page.getByRole('heading', { name: 'Each night' })).toBeVisible()
  await buttonOf('Edit description').click()
  await page.getByRole('textbox', { name: 'Description' }).fill('')
  await buttonOf('Save').first().click()
  await expect.poll(() => valueOf('Description')).toBe('—')
  await expect
    .poll(() => server.requests('schedules', 'update').map(({ body }) => body))
    .toEqual([{ name: 'Each night' }, { description: null }])
})

test('[J-189] ID, created, created by and run as are shown read-only', async () => {
  await visit({ runAsUserId: id(99) })
  await expect.element(page.getByRole('heading', { name: 'Basic information' })).toBeVisible()
  expect(valueOf('ID')).toBe(schedule.id)
  expect(valueOf('Created')).toMatch(/ago$/)
  expect(valueOf('Created by')).toBe('Alice Moreau')
  expect(valueOf('Run as')).toBe('Unknown user')
  for (const label of ['ID', 'created', 'created by', 'run as'])
    expect(page.getByRole('button', { name: `Edit ${label}` }).elements()).toEqual([])
})

test('[J-190] the job type is shown and cannot be changed', async () => {
  await visit()
  await expect.element(page.getByRole('heading', { name: 'Job', exact: true })).toBeVisible()
  expect(valueOf('Job type')).toBe(
    'Flow inTo use a different job type, create a new schedule with the desired job type.',
  )
  expect(main.getByRole('radio').elements()).toEqual([])
})

test('[J-191][J-316] the job settings are edited with "Save" and "Cancel"', async () => {
  const { server } = await visit({}, { update: null })
  const message = settings.getByRole('textbox', { name: 'Commit message' })
  await message.fill('Nightly')
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(message).toHaveValue('')
  await message.fill('Every night')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.requests('schedules', 'update')).toHaveLength(1)
  const [saved] = server.requests('schedules', 'update')
  expect(saved?.body).toEqual({ jobTemplate: { ...schedule.jobTemplate, gitCommitMessage: 'Every night' } })
})

const uat = { include: { ids: [id(31)] } }

test.for([
  ['FlowOut', { environmentFilter: uat, testLevel: 'RunLocalTests' }, 'Test level', /local/i],
  ['FlowMerge', { sourceEnvironmentId: id(30), targetEnvironmentFilter: uat }, 'Merge conflicts', /Ask/],
] as const)('the settings of a schedule of the type %s are read from its template', async (row) => {
  const [jobCommandName, jobTemplate, label, text] = row
  await visit({ jobCommandName, jobTemplate })
  await expect.element(settings.getByRole('combobox', { name: label }).first()).toHaveTextContent(text)
  await expect.element(settings.getByText('UAT', { exact: true })).toBeVisible()
})

test.for([
  ['All', { all: true, ids: [id(31)], tags: { stage: 'qa' } }],
  ['Environments', { all: false, ids: [id(31)], tags: { stage: 'qa' } }],
  ['Tags', { all: false, ids: [], tags: { stage: 'qa' } }],
] as const)('[J-012] prior settings open with the filter mode %s', async ([mode, include]) => {
  await visit({ jobTemplate: { environmentFilter: { include } } })
  await expect
    .element(settings.getByRole('combobox', { name: 'Include', exact: true }))
    .toHaveTextContent(mode)
})

test('[J-192][J-258] the switch enables and disables', async () => {
  const { server } = await visit({}, { update: null })
  const toggle = page.getByRole('switch', { name: 'Enabled' })
  await expect.element(toggle).toBeChecked()
  await toggle.click()
  await expect.element(toggle).not.toBeChecked()
  await expect.element(toggle).toBeEnabled()
  await toggle.click()
  await expect.element(toggle).toBeChecked()
  await expect
    .poll(() => server.requests('schedules', 'update').map(({ body }) => body))
    .toEqual([{ isEnabled: false }, { isEnabled: true }])
})

test('[J-193] the recurrence stands with its meaning in UTC and its upcoming times, and can be changed', async () => {
  const { server } = await visit({}, { update: null })
  await expect.element(page.getByText('At 02:00, every day (UTC)')).toBeVisible()
  const times = page.getByRole('list', { name: 'Upcoming occurrences' }).getByRole('time')
  await expect
    .poll(() => times.elements().map((time) => time.getAttribute('datetime')))
    .toEqual(upcomingTimes.slice(0, 5))
  await buttonOf('Edit recurrence').click()
  const form = page.getByRole('form', { name: 'Recurrence' })
  await form.getByRole('textbox', { name: 'Recurrence' }).fill('@weekly')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('At 00:00, only on Sunday (UTC)')).toBeVisible()
  await expect
    .poll(() => server.requests('schedules', 'update').map(({ body }) => body))
    .toEqual([{ recurrence: '@weekly' }])
})

test('[J-194] the next execution is shown only while the schedule is enabled', async () => {
  const { server } = await visit()
  await expect.poll(() => valueOf('Next execution')).toMatch(/^in /)
  server.push({ type: 'pushSchedules', schedules: [{ ...schedule, isEnabled: false }] })
  await expect.poll(() => valueOf('Next execution')).toBeUndefined()
  await expect
    .element(page.getByRole('list', { name: 'Upcoming occurrences once the schedule is enabled' }))
    .toBeVisible()
})

test('[J-195] the last execution is shown', async () => {
  const { server } = await visit()
  await expect.poll(() => valueOf('Last executed')).toBe('—')
  server.push({ type: 'pushSchedules', schedules: [{ ...schedule, lastExecutedUtc: schedule.createdUtc }] })
  await expect.poll(() => valueOf('Last executed')).toMatch(/ago$/)
})

test('[J-196][J-224] each problem is shown with its details, or "None"', async () => {
  const { server } = await visit()
  await expect.poll(() => valueOf('Problems')).toBe('None')
  const problems = [
    { createdUtc: schedule.createdUtc, message: 'No environment matches the filter.', details: null },
    { createdUtc: schedule.createdUtc, message: 'Not allowed.', details: 'Missing: startFlow.' },
  ]
  server.push({ type: 'pushSchedules', schedules: [{ ...schedule, problems }] })
  const list = page.getByRole('list', { name: 'Problems' })
  await expect.element(list.getByText('No environment matches the filter.')).toBeVisible()
  await expect.element(list.getByText('Missing: startFlow.')).toBeVisible()
  await expectAccessible()
})

test('[J-197] "Advanced" has the raw JSON', async () => {
  await visit()
  await buttonOf('Advanced').click()
  const json = page.getByLabelText('Raw JSON of the schedule')
  await expect.element(json).toHaveTextContent('"runAsUserId"')
  expect(JSON.parse(json.element().textContent ?? '')).toEqual(schedule)
})

test('[J-198][J-199][J-317] the deletion asks, and leads to the list', async () => {
  const { server, path } = await visit({}, { delete: null })
  await buttonOf('Delete').click()
  const question = 'This operation cannot be undone. Are you sure you want to continue?'
  await expect.element(dialog.getByText(question, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete schedule' }).click()
  await expect.poll(path).toBe(schedulesPath)
  await expect.poll(() => server.requests('schedules', 'delete')[0]?.params.scheduleId).toBe(schedule.id)
  await expect.element(page.getByText('No schedules exist in this stack')).toBeVisible()
})

test('[J-334] failed job settings show their heading', async () => {
  await visit({}, { update: refusal('userNotAuthorized') })
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(settings.getByText('There is a problem saving the job settings', { exact: true }))
    .toBeVisible()
})

test('[J-335] a failed recurrence shows its heading', async () => {
  await visit({}, { update: refusal('userNotAuthorized') })
  await buttonOf('Edit recurrence').click()
  const form = page.getByRole('form', { name: 'Recurrence' })
  await form.getByRole('textbox', { name: 'Recurrence' }).fill('@weekly')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(form.getByText('There is a problem saving the recurrence pattern', { exact: true }))
    .toBeVisible()
})

test('[J-336] a failed deletion shows its heading', async () => {
  await visit({}, { delete: refusal('userNotAuthorized') })
  await buttonOf('Delete').click()
  await dialog.getByRole('button', { name: 'Delete schedule' }).click()
  await expect
    .element(dialog.getByText('There was a problem deleting the schedule', { exact: true }))
    .toBeVisible()
})

test('a schedule that nobody has leads to the page for unknown addresses', async () => {
  const { path } = await visitSchedules(`${schedulesPath}/${id(99)}`, {
    answers: { get: refusal('entityNotFound') },
  })
  await expect.poll(path).toBe('/404')
})

test('a schedule that somebody else deletes leads to the list', async () => {
  const { server, path } = await visit()
  await expect.element(page.getByRole('heading', { name: 'Every night' })).toBeVisible()
  const entities = [{ entityTypeName: 'Schedule' as const, entityId: schedule.id }]
  server.push({ type: 'deleteEntities', entities })
  await expect.poll(path).toBe(schedulesPath)
})

test('[W-059] the title of the page names the schedule or the environment, the stack and the workspace', async () => {
  const { router } = await visit()
  await expect.poll(() => document.title).toBe('Every night · Core CRM · Acme Corp · Sluice')
  router.history.push('/workspaces/acme/stacks/core-crm/environments/uat/flow')
  await expect.poll(() => document.title).toBe('Flow · UAT · Core CRM · Acme Corp · Sluice')
})

test('a Reader sees the schedule and can change nothing', async () => {
  await visitSchedules(`${schedulesPath}/${schedule.id}`, { schedules: [schedule], accessLevel: 'Reader' })
  await expect.element(page.getByRole('switch', { name: 'Enabled' })).toBeDisabled()
  for (const name of ['Delete', 'Edit name', 'Edit description', 'Edit recurrence'])
    await expect.element(buttonOf(name)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(settings.getByRole('button', { name: 'Save' })).toBeDisabled()
})
