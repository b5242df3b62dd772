import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { unreachable } from '../testing/answers.ts'
import { renderAt } from '../testing/render-at.tsx'
import { sampleWorkspace } from '../testing/samples.ts'

test('a signed-in user comes from the home address to the stacks of his workspace', async () => {
  const { path } = await renderAt('/')
  await expect.element(page.getByRole('heading', { name: 'Stacks' })).toBeVisible()
  expect(path()).toBe('/workspaces/acme/stacks')
})

test('a page that cannot be loaded says why, and "Try again" loads it', async () => {
  let isReachable = false
  const list = [{ ...sampleWorkspace(), accessLevel: 'Administrator' as const }]
  await renderAt('/workspaces/acme/stacks', {
    answers: { workspaces: { list: () => (isReachable ? list : unreachable()) } },
  })
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server could not be reached.')
  isReachable = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Stacks' })).toBeVisible()
})

test.fails('a request without an answer fails the test', async () => {
  await renderAt('/', { answers: { workspaces: {} } })
  await renderAt('/workspaces/acme/stacks/core-crm/environments')
  await expect.element(page.getByRole('heading', { name: 'Environments' })).toBeVisible()
})
