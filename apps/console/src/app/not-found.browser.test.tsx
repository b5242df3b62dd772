import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../testing/answers.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { renderAt } from '../testing/render-at.tsx'
import { environmentAnswers, id, sampleJob } from '../testing/samples.ts'

const heading = page.getByRole('heading', { name: "That's a 404, sorry." })
const stack = '/workspaces/acme/stacks/core-crm'
const missing = refusal('entityNotFound')
const answers = {
  ...environmentAnswers,
  jobs: { get: missing },
  inquiries: { get: missing },
  schedules: { get: missing },
  apexTestRuns: { get: missing },
}

test.for([
  ['workspace', '/workspaces/unknown/stacks'],
  ['stack', '/workspaces/acme/stacks/unknown/jobs?type=FlowIn'],
  ['environment', `${stack}/environments/unknown/flow`],
  ['job', `${stack}/jobs/${id(99)}`],
  ['inquiry', `${stack}/jobs/${id(70)}/inquiry/${id(99)}`],
  ['conflict', `${stack}/jobs/${id(70)}/conflict/${id(99)}`],
  ['schedule', `${stack}/schedules/${id(99)}`],
  ['test run', `${stack}/test-runs/${id(99)}`],
] as const)(
  '[W-057] a missing %s goes to the notFound page, which names its address',
  async ([, address]) => {
    const { path } = await renderAt(address, { answers, pushed: { jobs: [sampleJob()] } })
    await expect.element(heading).toBeVisible()
    await expect.element(page.getByText(address)).toBeVisible()
    await expect.poll(() => document.title).toBe('Not found · Sluice')
    expect(path()).toBe('/404')
  },
)

test('an address that no page has is named and stays; who has signed in keeps the shell and a way back', async () => {
  const { path } = await renderAt('/workspaces/acme/nowhere?at=all')
  await expect.element(heading).toBeVisible()
  await expect.element(page.getByText('/workspaces/acme/nowhere?at=all')).toBeVisible()
  await expect.poll(() => document.title).toBe('Not found · Sluice')
  await expect.element(page.getByRole('button', { name: 'AM, user menu' })).toBeVisible()
  await expectAccessible()
  expect(path()).toBe('/workspaces/acme/nowhere')
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
})

test('a visitor sees the page with the mark of the product', async () => {
  await renderAt('/404?from=/somewhere', { user: null })
  await expect.element(heading).toBeVisible()
  await expect.element(page.getByText('/somewhere')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sluice, home' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'AM, user menu' })).not.toBeInTheDocument()
  await expectAccessible()
})

test.for(['https://evil.example', '//evil.example', '/\\evil.example'])(
  'an address of another origin is not named: %s',
  async (from) => {
    await renderAt(`/404?from=${encodeURIComponent(from)}`, { user: null })
    await expect.element(heading).toBeVisible()
    await expect.element(page.getByText('evil.example')).not.toBeInTheDocument()
  },
)
