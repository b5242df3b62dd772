import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { frames, framesUntil } from '../../testing/frames-until.ts'
import { sampleSchedule } from '../../testing/sample-schedule.ts'
import { id } from '../../testing/samples.ts'
import { stopTime } from '../../testing/stop-time.ts'
import { buttonOf, schedulesPath, upcomingTimes, visitSchedules } from '../../testing/visit-schedules.ts'

const visit = (answers: Answers['schedules'] = {}) =>
  visitSchedules('/workspaces/acme/stacks/core-crm/create-schedule', { answers })
const field = (name: string) => page.getByRole('textbox', { name })
const select = (name: string) => page.getByRole('combobox', { name, exact: true })
const openStep = () => document.querySelector('[aria-current=step] h2')?.textContent
const next = async (title: string) => {
  await buttonOf('Next').click()
  await expect.poll(openStep).toBe(title)
}
const back = async (title: string) => {
  await buttonOf('Back').click()
  await expect.poll(openStep).toBe(title)
}

async function toJobType() {
  await field('Schedule name').fill('Every night')
  await next('Job type')
}

async function toSettings(type = 'Flow in') {
  await toJobType()
  await chooseType(type)
}

async function chooseType(type: string) {
  await page.getByRole('radio', { name: type }).click()
  await next('Job settings')
}

async function includeAll() {
  await select('Include').click()
  await page.getByRole('option', { name: 'All', exact: true }).click()
}

async function toExecution() {
  await toSettings()
  await includeAll()
  await next('Execution')
}

async function toFinalize() {
  await toExecution()
  await field('Recurrence').fill('0 2 * * *')
  await next('Finalize')
}

test('[J-159] the wizard has five steps with "Back" and "Next", and each must be valid before the next', async () => {
  const { path } = await visit()
  await expect.element(page.getByRole('heading', { name: 'Create a new schedule' })).toBeVisible()
  const steps = page.getByRole('main').getByRole('heading', { level: 2 }).elements()
  const titles = ['Basic information', 'Job type', 'Job settings', 'Execution', 'Finalize']
  expect(steps.map((step) => step.textContent)).toEqual(titles)
  await expectAccessible()
  await toFinalize()
  for (const title of titles.slice(0, -1).toReversed()) await back(title)
  await expect.element(field('Schedule name')).toHaveValue('Every night')
  await buttonOf('Back').click()
  await expect.poll(path).toBe(schedulesPath)
})

test('[J-160][J-161] the name is required, which shows once the field was touched', async () => {
  await visit()
  await expect.element(field('Schedule name')).toHaveValue('')
  expect(page.getByText('Schedule name is required').elements()).toEqual([])
  await field('Schedule name').click()
  await userEvent.tab()
  await expect.element(page.getByText('Schedule name is required')).toBeVisible()
  await buttonOf('Next').click()
  expect(openStep()).toBe('Basic information')
})

test('[J-162] the description is optional', async () => {
  const { server } = await visit({ create: { id: id(80) }, get: sampleSchedule() })
  await expect.element(field('Description')).toHaveValue('')
  await toFinalize()
  await buttonOf('Create').click()
  await expect.poll(() => server.requests('schedules', 'create')[0]?.body.description).toBeNull()
})

test('[J-163] the types of jobs that can be scheduled are offered, flow in at first', async () => {
  await visit()
  await toJobType()
  await expect.element(page.getByRole('radio', { name: 'Flow in' })).toBeChecked()
  const offered = page
    .getByRole('radio')
    .elements()
    .map((radio) => radio.textContent)
  const types = ['Flow in', 'Flow out', 'Flow merge', 'Run Apex tests', 'Delete environments']
  expect(offered.map((text) => types.find((type) => text.startsWith(type)))).toEqual(types)
})

test('[J-164] the settings are the form of the chosen type with its environment filter', async () => {
  await visit()
  await toSettings('Flow in')
  await expect.element(field('Commit message')).toBeVisible()
  await buttonOf('Next').click()
  await expect.element(page.getByText('At least one environment must be selected')).toBeVisible()
  expect(openStep()).toBe('Job settings')
  await select('Include').click()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  const modes = page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
  expect(modes).toEqual(['Environments', 'Tags', 'All'])
  await page.getByRole('option', { name: 'Tags' }).click()
  await expect.element(select('Tags of environments')).toBeVisible()
  await expect.element(select('Then exclude')).toBeVisible()
  const others = [
    ['Flow out', 'Test level'],
    ['Flow merge', 'Source environment'],
    ['Run Apex tests', 'Test level'],
  ] as const
  for (const [type, setting] of others) {
    await back('Job type')
    await chooseType(type)
    await expect.element(select(setting)).toBeVisible()
    await expect.element(select('Include')).toBeVisible()
  }
  await back('Job type')
  await chooseType('Delete environments')
  await expect.element(page.getByRole('checkbox', { name: 'Delete sandbox' })).toBeVisible()
  await expect.element(select('Include')).toBeVisible()
})

test('[J-172] choosing flow in sets the merge conflicts strategy to Abort', async () => {
  await visit()
  await toSettings('Flow in')
  await select('Merge conflicts').click()
  await page.getByRole('option', { name: 'Prefer local' }).click()
  await back('Job type')
  await chooseType('Flow out')
  await back('Job type')
  await chooseType('Flow in')
  await expect.element(select('Merge conflicts')).toHaveTextContent('Abort the job')
})

test('[J-173] choosing flow out sets "No confirm"', async () => {
  await visit()
  await toSettings('Flow out')
  await expect.element(page.getByRole('checkbox', { name: 'No confirm' })).toBeChecked()
})

test('[J-174][J-175] choosing flow merge sets its three strategies to Abort and "No confirm"', async () => {
  await visit()
  await toSettings('Flow merge')
  const strategies = select('Merge conflicts')
  await expect.poll(() => strategies.elements().length).toBe(3)
  for (const strategy of strategies.elements()) expect(strategy.textContent).toContain('Abort the job')
  await expect.element(page.getByRole('checkbox', { name: 'No confirm' })).toBeChecked()
})

test('[J-165][J-167][J-168] the recurrence shows what it means in words and its next five times', async () => {
  const { server } = await visit()
  await toExecution()
  await field('Recurrence').fill('0 2 * * MON-FRI')
  await expect.element(page.getByText('At 02:00, Monday through Friday (UTC)')).toBeVisible()
  const times = page.getByRole('list', { name: 'Upcoming occurrences' }).getByRole('time')
  await expect
    .poll(() => times.elements().map((time) => time.getAttribute('datetime')))
    .toEqual(upcomingTimes.slice(0, 5))
  await field('Recurrence').fill('@hourly')
  await expect.element(page.getByText('Every hour, every day (UTC)')).toBeVisible()
  await expect
    .poll(() => server.requests('schedules', 'validateCronExpression').map(({ body }) => body))
    .toEqual(['0 2 * * MON-FRI', '@hourly'])
})

test('[J-166] the times of a recurrence are shown in UTC', async () => {
  await visit()
  await toExecution()
  await field('Recurrence').fill('0 2 * * *')
  await expect.element(page.getByText('At 02:00, every day (UTC)')).toBeVisible()
  await expect.element(page.getByText('1 Feb 2100, 02:00:00 UTC')).toBeVisible()
})

test('[J-290] a recurrence is required, and one that the server refuses keeps the step', async () => {
  const description = "'soon' is not a valid CRON expression"
  const validationErrors = [{ code: 'ValueInvalid', property: 'recurrence', description }]
  await visit({ validateCronExpression: refusal('cronExpressionInvalid', { validationErrors }) })
  await toExecution()
  await buttonOf('Next').click()
  await expect.element(page.getByText('Recurrence is required')).toBeVisible()
  await field('Recurrence').fill('soon')
  await expect.element(page.getByText(description)).toBeVisible()
  await expect.element(field('Recurrence')).toHaveAttribute('aria-invalid', 'true')
  await buttonOf('Next').click()
  await expect.poll(openStep).toBe('Execution')
})

test('[J-291] the check waits until typing has paused for 500 ms, and 2 seconds at most', async () => {
  const checks: string[] = []
  await visit({
    validateCronExpression: ({ body }) => {
      checks.push(body)
      return upcomingTimes
    },
  })
  await toExecution()
  const input = field('Recurrence').element()
  stopTime('waits')
  let typed = ''
  const type = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      typed += '1'
      Reflect.set(HTMLInputElement.prototype, 'value', typed, input)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await vi.advanceTimersByTimeAsync(100)
    }
  }
  await type(19)
  await frames(5)
  expect(checks).toEqual([])
  await type(9)
  await framesUntil(() => checks.length > 0)
  expect(checks).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(399)
  await frames(5)
  expect(checks).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await framesUntil(() => checks.length > 1)
  expect(checks[1]).toBe(typed)
})

test('[J-169] the schedule is enabled at its creation unless that is switched off', async () => {
  const { server } = await visit({ create: { id: id(80) }, get: sampleSchedule() })
  await toExecution()
  const isEnabled = page.getByRole('checkbox', { name: 'Enable this schedule when creating it' })
  await expect.element(isEnabled).toBeChecked()
  await isEnabled.click()
  await field('Recurrence').fill('0 2 * * *')
  await next('Finalize')
  await buttonOf('Create').click()
  await expect.poll(() => server.requests('schedules', 'create')[0]?.body.isEnabled).toBe(false)
})

test('[J-170][J-171][J-315] "Create" creates the schedule and replaces the page with it', async () => {
  const { server, path, router } = await visit({ create: { id: id(80) }, get: sampleSchedule() })
  await toFinalize()
  await expect.element(buttonOf('Back')).toBeVisible()
  await buttonOf('Create').click()
  await expect.poll(path).toBe(`${schedulesPath}/${id(80)}`)
  await expect.element(page.getByRole('heading', { name: 'Every night' })).toBeVisible()
  const [created] = server.requests('schedules', 'create')
  expect(created?.params).toMatchObject({ workspaceId: id(1), stackId: id(2) })
  expect(created?.body).toMatchObject({
    name: 'Every night',
    description: null,
    jobCommandName: 'FlowIn',
    jobTemplate: { environmentFilter: { include: { all: true } }, mergeConflictsStrategy: 'Abort' },
    recurrence: '0 2 * * *',
    isEnabled: true,
  })
  expect(router.history.length).toBe(1)
})

test('[J-333] a failed creation shows its heading', async () => {
  await visit({ create: refusal('userNotAuthorized') })
  await toFinalize()
  await buttonOf('Create').click()
  await expect
    .element(page.getByText('There was a problem creating the schedule', { exact: true }))
    .toBeVisible()
})
