import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleMember, sampleWorkspace } from '../../testing/samples.ts'

const bob = sampleMember({
  id: id(51),
  userId: id(91),
  userEmailAddress: 'bob@acme.example',
  userFirstName: 'bob',
  userLastName: 'Adams',
  status: 'Removed',
  accessLevel: 'Operator',
})
const visit = () =>
  renderAt('/workspaces/acme/members', {
    pushed: { workspace: sampleWorkspace({ members: [bob, sampleMember()] }) },
  })
const row = (name: RegExp) => page.getByRole('row', { name })

test('the members of the workspace are listed by name with address, role and status', async () => {
  await visit()
  for (const text of ['alice@acme.example', 'Administrator', 'Active'])
    await expect.element(row(/Alice Moreau/).getByText(text, { exact: true })).toBeVisible()
  for (const text of ['bob@acme.example', 'Operator', 'Removed'])
    await expect.element(row(/bob Adams/).getByText(text, { exact: true })).toBeVisible()
  expect(row(/Moreau|Adams/).elements()[0]?.textContent).toContain('Alice')
  await expect.poll(() => document.title).toBe('Members · Acme Corp · Sluice')
})

test('[W-143] the owner has the badge "Owner", and nobody else', async () => {
  await visit()
  await expect.element(row(/Alice Moreau/).getByText('Owner', { exact: true })).toBeVisible()
  expect(
    row(/bob Adams/)
      .getByText('Owner', { exact: true })
      .elements(),
  ).toEqual([])
})

test('the filter finds members by name and address', async () => {
  await visit()
  await page.getByRole('searchbox', { name: 'Filter members' }).fill('BOB@')
  await expect.element(page.getByText('Showing 1 of 2 total')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter members' }).fill('nobody')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect.element(page.getByText('Showing 2 of 2 total')).toBeVisible()
})

test('the navigation of the workspace leads to the members', async () => {
  const { path } = await renderAt('/workspaces/acme/stacks')
  const navigation = page.getByRole('navigation', { name: 'Workspace' })
  await navigation.getByRole('link', { name: 'Members' }).click()
  await expect.poll(path).toBe('/workspaces/acme/members')
})

test('the list is not wider than a window of 360 px', async () => {
  await page.viewport(360, 800)
  onTestFinished(() => page.viewport(1280, 800))
  await visit()
  await expect.element(page.getByText('alice@acme.example')).toBeVisible()
  const frame = page.getByRole('region', { name: 'Members' }).element()
  for (const each of [document.documentElement, frame]) expect(each.scrollWidth).toBe(each.clientWidth)
})
