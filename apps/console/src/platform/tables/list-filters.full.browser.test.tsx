import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers } from '../../testing/samples.ts'

const stack = '/workspaces/acme/stacks/core-crm'
const chip = (label: string) => page.getByRole('button', { name: `Remove filter ${label}` })

test.for([
  ['stacks', '/workspaces/acme/stacks?filter=zz', ['Text: zz']],
  ['members', '/workspaces/acme/members?status=Removed&filter=zz', ['Status: Removed', 'Text: zz']],
  ['invitations', '/workspaces/acme/invitations?filter=zz', ['Text: zz']],
  ['environments', `${stack}/environments?mine=true&filter=zz`, ['Only mine', 'Text: zz']],
  ['jobs', `${stack}/jobs?type=FlowIn&mine=true`, ['Only mine', 'Type: Flow in']],
  ['schedules', `${stack}/schedules?type=FlowIn&status=Enabled`, ['Type: Flow in', 'Status: Enabled']],
  ['test runs', `${stack}/test-runs?mine=true&filter=zz`, ['Only mine', 'Text: zz']],
] as const)(
  'the list of %s shows the filter of its address, and takes it off',
  async ([, address, chips]) => {
    const { router } = await renderAt(address, { answers: environmentAnswers })
    for (const label of chips) await expect.element(chip(label)).toBeVisible()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => router.state.location.search).toEqual({})
    for (const label of chips) await expect.element(chip(label)).not.toBeInTheDocument()
  },
)

test('a filter goes into the address, and is remembered for an address without one', async () => {
  const { router } = await renderAt('/workspaces/acme/members', { answers: environmentAnswers })
  await page.getByRole('searchbox', { name: 'Filter members' }).fill('alice')
  await expect.poll(() => router.state.location.search).toEqual({ filter: 'alice' })
  await router.navigate({ to: '/workspaces/$workspaceSlug/invitations', params: { workspaceSlug: 'acme' } })
  await expect.element(page.getByRole('heading', { name: 'Invitations' })).toBeVisible()
  expect(router.state.location.search).toEqual({})
  await router.navigate({ to: '/workspaces/$workspaceSlug/members', params: { workspaceSlug: 'acme' } })
  await expect.element(chip('Text: alice')).toBeVisible()
  await expect.poll(() => router.state.location.search).toEqual({ filter: 'alice' })
})
