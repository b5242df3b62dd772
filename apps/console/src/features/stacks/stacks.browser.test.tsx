import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleStack } from '../../testing/samples.ts'

const core = sampleStack({ environments: [sampleEnvironment()] })
const archive = sampleStack({ id: id(3), slug: 'archive', name: 'archive', isInitialized: false })
const visit = (answers: Answers['stacks'] = {}) =>
  renderAt('/workspaces/acme/stacks', {
    pushed: { stacks: [core, archive] },
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

test('[S-005] a link leads to the creation of a stack', async () => {
  const { path } = await visit()
  await link('New stack').click()
  await expect.poll(path).toBe('/workspaces/acme/create-stack')
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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 stacks' }).click()
}

test('[S-010] several stacks are deleted at once', async () => {
  const { server } = await visit({ delete: null })
  await removeAll()
  await expect.element(page.getByText('No stacks exist in this workspace')).toBeVisible()
  const deleted = server.requests('stacks', 'delete').map(({ params }) => params.stackId)
  expect(deleted.toSorted()).toEqual([id(2), id(3)])
})

test('[S-011] a failed deletion shows the panel in its dialog', async () => {
  await visit({ delete: refusal('nonEmptyStackNotDeletable') })
  await removeAll()
  await expect
    .element(page.getByRole('alertdialog').getByRole('alert'))
    .toHaveTextContent('There was a problem deleting the stacks')
})
