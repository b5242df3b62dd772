import type { JobWithNotices } from '@sluice/contract/job'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleSchedule } from '../../testing/sample-schedule.ts'
import { environmentAnswers, id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'

const core = sampleStack({ environments: [sampleEnvironment()] })
const archive = sampleStack({ id: id(3), slug: 'archive', name: 'archive', isInitialized: false })
const visit = (answers: Answers['stacks'] = {}, jobs: JobWithNotices[] = []) =>
  renderAt('/workspaces/acme/stacks', {
    pushed: { stacks: [core, archive], jobs },
    answers: { ...environmentAnswers, stacks: { ...environmentAnswers.stacks, ...answers } },
  })
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const rows = () =>
  page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .elements()
    .map((each) => each.getAttribute('aria-label'))

test('[S-003] the stacks of the workspace are listed by name, whatever its case', async () => {
  await visit()
  await expect.poll(rows).toEqual(['Select archive', 'Select Core CRM'])
  await expect.poll(() => document.title).toBe('Stacks · Acme Corp · Sluice')
})

test('[S-004][W-050] a stack leads to its environments', async () => {
  const { path } = await visit()
  await link('Core CRM').click()
  await expect.element(page.getByRole('heading', { name: 'Environments' })).toBeVisible()
  expect(path()).toBe('/workspaces/acme/stacks/core-crm/environments')
})

test('[S-006] links lead to the jobs of a stack and to its latest job', async () => {
  const older = sampleJob({ id: id(70), createdUtc: '2026-01-30T12:00:00.000Z' })
  const newer = sampleJob({ id: id(71), commandName: 'FlowOut' })
  const ofOther = sampleJob({ id: id(72), stackId: id(9), createdUtc: '2026-03-01T12:00:00.000Z' })
  await visit({}, [older, newer, ofOther])
  await expect
    .element(link('Running Flow out'))
    .toHaveAttribute('href', `/workspaces/acme/stacks/core-crm/jobs/${id(71)}`)
  const all = page.getByRole('row', { name: /Core CRM/ }).getByRole('link', { name: 'All jobs' })
  await expect.element(all).toHaveAttribute('href', '/workspaces/acme/stacks/core-crm/jobs')
})

test('[S-007] a link leads to the schedules of a stack and counts only those', async () => {
  const schedule = sampleSchedule({ workspaceId: id(1), stackId: core.id })
  const schedules = [schedule, { ...schedule, id: id(81) }, { ...schedule, id: id(82), stackId: id(9) }]
  await renderAt('/workspaces/acme/stacks', {
    pushed: { stacks: [core, archive], schedules },
    answers: environmentAnswers,
  })
  const row = page.getByRole('row', { name: /Core CRM/ })
  await expect
    .element(row.getByRole('link', { name: '2 schedules' }))
    .toHaveAttribute('href', '/workspaces/acme/stacks/core-crm/schedules')
})

test('[S-009] a stack shows name, slug, creation, repository, sign-in address and environments', async () => {
  await visit()
  const row = page.getByRole('row', { name: /Core CRM/ })
  for (const text of ['Core CRM', 'core-crm', 'sluice.example/git/core.git', 'login.salesforce.com'])
    await expect.element(row.getByText(text, { exact: true })).toBeVisible()
  await expect.element(row.getByRole('link', { name: '1 environment' })).toBeVisible()
  expect(row.element().querySelector('time')?.getAttribute('datetime')).toBe(core.createdUtc)
})

test('[S-005] a link leads to the creation of a stack', async () => {
  const { path } = await visit()
  await link('New stack').click()
  await expect.poll(path).toBe('/workspaces/acme/create-stack')
})

test('[S-008] a link leads to the members of the workspace', async () => {
  const { path } = await visit()
  await link('Members').click()
  await expect.poll(path).toBe('/workspaces/acme/members')
  await expect.element(page.getByRole('row', { name: /Alice Moreau/ })).toBeVisible()
})

test.for([360, 800, 1100, 1199, 1264, 1280])(
  'neither the page nor the list is wider than a window of %i px',
  async (width) => {
    await page.viewport(width, 800)
    onTestFinished(() => page.viewport(1280, 800))
    await visit()
    await expect.element(link('Core CRM')).toBeVisible()
    const frame = page.getByRole('region', { name: 'Stacks' }).element()
    for (const each of [document.documentElement, frame])
      await expect.poll(() => each.scrollWidth - each.clientWidth).toBe(0)
  },
)

test('at 1280 px a table shows counts and ages that are not cut', async () => {
  const environments = Array.from({ length: 12 }, (_, index) =>
    sampleEnvironment({ id: id(200 + index), slug: `environment-${index}` }),
  )
  const createdUtc = new Date(Date.now() - 47 * 60_000).toISOString()
  const schedules = Array.from({ length: 12 }, (_, index) => ({
    ...sampleSchedule({ workspaceId: id(1), stackId: core.id }),
    id: id(300 + index),
  }))
  await renderAt('/workspaces/acme/stacks', {
    pushed: { stacks: [sampleStack({ environments, createdUtc })], schedules, jobs: [sampleJob()] },
    answers: environmentAnswers,
  })
  const row = page.getByRole('row', { name: /Core CRM/ })
  await expect.element(page.getByRole('columnheader', { name: 'Environments' })).toBeVisible()
  for (const whole of [
    row.getByRole('link', { name: '12 environments' }),
    row.getByRole('link', { name: '12 schedules' }),
    row.getByText(/4\d minutes ago/),
    row.getByRole('link', { name: 'All jobs' }),
  ]) {
    const element = whole.element()
    const cell = element.closest('td')
    if (cell === null) throw new Error('It stands in no cell.')
    const room = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight)
    expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(room)
  }
})

test('a filter narrows the list and is remembered with the table', async () => {
  await visit()
  await page.getByRole('searchbox', { name: 'Filter stacks' }).fill('ARCH')
  await expect.poll(rows).toEqual(['Select archive'])
  await page.getByRole('searchbox', { name: 'Filter stacks' }).fill('nothing')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect.poll(rows).toHaveLength(2)
})

test('a workspace without stacks says so and offers to create one', async () => {
  await renderAt('/workspaces/acme/stacks', { pushed: { stacks: [] } })
  await expect.element(page.getByText('No stacks exist in this workspace')).toBeVisible()
  await expect.poll(() => link('New stack').elements().length).toBe(2)
})

async function removeAll() {
  await page.getByRole('checkbox', { name: 'Select all stacks' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'Type 2 stacks to confirm' }).fill('2 stacks')
  await dialog.getByRole('button', { name: 'Delete 2 stacks' }).click()
}

test('[S-010] several stacks are deleted at once', async () => {
  const { server } = await visit({ delete: null })
  await removeAll()
  await expect.element(page.getByText('No stacks exist in this workspace')).toBeVisible()
  const deleted = server.requests('stacks', 'delete').map(({ params }) => params.stackId)
  expect(deleted.toSorted()).toEqual([id(2), id(3)])
})

const problem = page.getByRole('alertdialog').getByRole('alert')

test('[S-011][S-247] a failed deletion shows the panel in its dialog, with the sentence of its type', async () => {
  await visit({ delete: refusal('nonEmptyStackNotDeletable') })
  await removeAll()
  await expect.element(problem).toHaveTextContent('There was a problem deleting the stacks')
  await expect
    .element(problem)
    .toHaveTextContent(
      'The stack could not be deleted because it still contains one or more non-production environments, or the remaining production environment is currently locked. Delete all non-production environments in the stack and try again.',
    )
})

test('[S-250] an error without a wording of its own shows title, detail and the rest on demand', async () => {
  const changes = { detail: 'Volume 3.', traceId: 'trace-1' }
  await visit({ delete: refusal('internalServerError', changes) })
  await removeAll()
  await expect.element(problem).toHaveTextContent('There was a problem deleting the stacks')
  await expect.element(problem.getByText('An unexpected error occurred.').first()).toBeVisible()
  await expect.element(problem.getByText('Volume 3.').first()).toBeVisible()
  await problem.getByText('More details').click()
  await expect.element(problem.getByText('trace-1')).toBeVisible()
})
