import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id } from '../../testing/samples.ts'
import { buttonOf, choose, people, rowOf, visitMembers } from '../../testing/visit-members.ts'
import { expectReason } from '../../testing/expect-reason.ts'

const { carol, dan } = people
const dialog = page.getByRole('dialog')
const alertDialog = page.getByRole('alertdialog')
async function showStatus(status: 'Active' | 'Removed' | 'All') {
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: status }).click()
}

const optionTexts = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)

async function changeRole(role: string) {
  await buttonOf('Change role').click()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role }).click()
  await dialog.getByRole('button', { name: 'Change role' }).click()
}

test('[W-218][W-200] the members are listed by name with address, role, status, the day they came and who invited them', async () => {
  const createdUtc = '2026-01-30T08:00:00.000Z'
  const invited = { ...carol, createdUtc, invitedByUserId: dan.userId }
  const members = [people.alice, people.bob, invited, dan]
  const { server } = await visitMembers({ members, answers: { members: { update: null } } })
  await showStatus('All')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Invited by' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(rowOf(/Carol Adams/).getByText('Dan Adams', { exact: true })).toBeVisible()
  await expect.element(rowOf(/Alice Moreau/).getByText('—', { exact: true })).toBeVisible()
  expect(
    rowOf(/Carol Adams/)
      .element()
      .querySelector('time')?.dateTime,
  ).toBe(createdUtc)
  for (const text of ['alice@acme.example', 'Administrator', 'Active'])
    await expect.element(rowOf(/Alice Moreau/).getByText(text, { exact: true })).toBeVisible()
  for (const text of ['bob@acme.example', 'Operator', 'Removed'])
    await expect.element(rowOf(/bob Adams/).getByText(text, { exact: true })).toBeVisible()
  expect(rowOf(/Moreau|Adams/).elements()[0]?.textContent).toContain('Alice')
  await expectAccessible()
  await choose(/Carol/)
  await changeRole('Contributor')
  await expect
    .poll(() => server.requests('members', 'update').map(({ params }) => params))
    .toEqual([{ workspaceId: carol.workspaceId, memberId: carol.id }])
  await expect.poll(() => document.title).toBe('Members · Acme Corp · Sluice')
})

test('[W-143] the owner has the badge "Owner", and nobody else', async () => {
  await visitMembers()
  await expect.element(rowOf(/Alice Moreau/).getByText('Owner', { exact: true })).toBeVisible()
  expect(page.getByText('Owner', { exact: true }).elements()).toHaveLength(1)
})

test('[W-141] the status filter shows active members until another one is chosen', async () => {
  await visitMembers()
  await expect.element(rowOf(/Carol Adams/)).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Active')
  expect(rowOf(/bob Adams/).elements()).toEqual([])
  await showStatus('Removed')
  await expect.element(rowOf(/bob Adams/)).toBeVisible()
  expect(rowOf(/Carol Adams/).elements()).toEqual([])
})

test('the filter finds members by name and address', async () => {
  await visitMembers()
  await page.getByRole('searchbox', { name: 'Filter members' }).fill('CAROL@')
  await expect.element(page.getByText('Showing 1 of 4 total')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter members' }).fill('nobody')
  await buttonOf('Clear filter').click()
  await expect.element(page.getByText('Showing 4 of 4 total')).toBeVisible()
})

test('[W-139][W-140] the rows are chosen for the actions of the toolbar', async () => {
  await visitMembers()
  const actions = page.getByRole('toolbar', { name: 'Members' })
  for (const name of ['Remove', 'Make owner', 'Change role'])
    await expect.element(actions.getByRole('button', { name })).toBeDisabled()
  await choose(/Carol/)
  await expect.element(page.getByText('1 selected')).toBeVisible()
  for (const name of ['Remove', 'Make owner', 'Change role'])
    await expect.element(actions.getByRole('button', { name })).toBeEnabled()
})

test('[W-144] active members who do not own the workspace can be removed', async () => {
  await visitMembers()
  await showStatus('All')
  await choose(/Carol/, /Dan/)
  await expect.element(buttonOf('Remove')).toBeEnabled()
  await choose(/Alice/)
  await expectReason(buttonOf('Remove'), 'The owner of the workspace cannot be removed.')
  await choose(/Alice/, /bob/)
  await expectReason(buttonOf('Remove'), 'Only active members can be removed.')
})

test('[W-145][W-279] one active member who is not the owner can be made the owner', async () => {
  await visitMembers()
  await showStatus('All')
  await choose(/Carol/)
  await expect.element(buttonOf('Make owner')).toBeEnabled()
  await choose(/Dan/)
  await expectReason(buttonOf('Make owner'), 'Only one member can be the owner.')
  await choose(/Carol/, /Dan/, /bob/)
  await expectReason(buttonOf('Make owner'), 'Only an active member can be the owner.')
  await choose(/bob/, /Alice/)
  await expectReason(buttonOf('Make owner'), 'This member already is the owner.')
})

test('[W-146] the role of active members can be changed, also that of the owner', async () => {
  await visitMembers()
  await showStatus('All')
  await choose(/Carol/, /Alice/)
  await expect.element(buttonOf('Change role')).toBeEnabled()
  await choose(/bob/)
  await expectReason(buttonOf('Change role'), 'Only active members have a role.')
})

test('[W-147][W-318] the dialog begins with the lowest role, and leaves members alone who have the chosen one', async () => {
  const { server } = await visitMembers({ answers: { members: { update: null } } })
  await choose(/Dan/, /Carol/)
  await buttonOf('Change role').click()
  const role = dialog.getByRole('combobox', { name: 'Role' })
  await expect.element(role).toHaveTextContent('Operator')
  await role.click()
  await page.getByRole('option', { name: 'Contributor' }).click()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(rowOf(/Carol/).getByText('Contributor', { exact: true })).toBeVisible()
  await expect
    .poll(() => server.requests('members', 'update'))
    .toEqual([{ params: { workspaceId: id(1), memberId: carol.id }, body: { accessLevel: 'Contributor' } }])
})

test('[W-217][W-277] the role of a member is chosen from the four levels, lowest first, and is Reader by default', async () => {
  const reader = { ...carol, accessLevel: 'Reader' } as const
  const { server } = await visitMembers({
    members: [people.alice, reader, dan],
    answers: { members: { update: null } },
  })
  await choose(/Dan/, /Carol/)
  await buttonOf('Change role').click()
  const role = dialog.getByRole('combobox', { name: 'Role' })
  await expect.element(role).toHaveTextContent('Reader')
  await role.click()
  await expect.poll(optionTexts).toEqual(['Reader', 'Operator', 'Contributor', 'Administrator'])
  await userEvent.keyboard('{Escape}')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(() => server.requests('members', 'update'))
    .toEqual([{ params: { workspaceId: id(1), memberId: dan.id }, body: { accessLevel: 'Reader' } }])
})

test('[W-148] a failed role change shows the panel', async () => {
  await visitMembers({ answers: { members: { update: refusal('internalServerError') } } })
  await choose(/Carol/)
  await changeRole('Reader')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There was a problem changing the role for the selected members')
})

test('the chosen members are removed once it is confirmed', async () => {
  const { server } = await visitMembers({ answers: { members: { remove: null } } })
  await choose(/Carol/, /Dan/)
  await buttonOf('Remove').click()
  for (const name of ['Carol Adams', 'Dan Adams']) await expect.element(alertDialog).toHaveTextContent(name)
  expect(server.requests('members', 'remove')).toEqual([])
  await alertDialog.getByRole('button', { name: 'Remove 2 members' }).click()
  await expect.element(rowOf(/Carol/)).not.toBeInTheDocument()
  await expect
    .poll(() => server.requests('members', 'remove').map(({ params }) => params.memberId))
    .toEqual([carol.id, dan.id])
  await expect.element(rowOf(/Alice/)).toBeVisible()
})

test('[W-149] a failed removal shows the panel', async () => {
  await visitMembers({ answers: { members: { remove: refusal('memberOwnerNotRemovable') } } })
  await choose(/Carol/)
  await buttonOf('Remove').click()
  await alertDialog.getByRole('button', { name: 'Remove member' }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem removing the members')
  await expect
    .element(alert)
    .toHaveTextContent('The owner of the workspace cannot be removed. Make another member the owner first.')
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
  await visitMembers()
  await expect.element(page.getByText('alice@acme.example')).toBeVisible()
  const frame = page.getByRole('region', { name: 'Members' }).element()
  for (const each of [document.documentElement, frame])
    await expect.poll(() => each.scrollWidth - each.clientWidth).toBe(0)
})
