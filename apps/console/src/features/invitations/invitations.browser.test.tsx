import { type AccessLevel, accessLevels } from '@sluice/contract/access-levels'
import type { Invitation } from '@sluice/contract/invitation'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleInvitation, sampleMember, sampleWorkspace } from '../../testing/samples.ts'
import { stopTime } from '../../testing/stop-time.ts'

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const bob = sampleInvitation({ validUntilUtc: inSeconds(84_600), isExpired: false })
const eve = sampleInvitation({
  id: id(61),
  sendToEmailAddress: 'eve@acme.example',
  accessLevel: 'Operator',
  createdByMember: null,
})

interface Visit {
  invitations?: Invitation[]
  answers?: Answers['invitations']
  accessLevel?: AccessLevel
  sendsMail?: boolean
}

const visit = ({ invitations = [bob, eve], answers = {}, accessLevel, sendsMail = true }: Visit = {}) => {
  const me = sampleMember(accessLevel === undefined ? {} : { accessLevel })
  const owner = accessLevel === undefined ? {} : { ownerUserId: id(91) }
  return renderAt('/workspaces/acme/invitations', {
    pushed: { workspace: sampleWorkspace({ ...owner, members: [me], invitations }) },
    answers: { invitations: answers },
    config: { sendsMail },
  })
}
const row = (name: RegExp) => page.getByRole('row', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const optionTexts = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
const alertDialog = page.getByRole('alertdialog')
const choose = async (name: RegExp) => row(name).getByRole('checkbox').click()

async function fill(emailAddress: string) {
  await page.getByRole('button', { name: 'Create invitation' }).first().click()
  await dialog.getByRole('textbox', { name: 'Recipient e-mail' }).fill(emailAddress)
}
const submit = () => dialog.getByRole('button', { name: 'Create invitation' }).click()

test('[W-150][W-201] the invitations are a table with the actions create, renew and delete', async () => {
  await visit()
  for (const shown of ['Reader', 'Active', 'Alice Moreau', 'in 23 hours'])
    await expect.element(row(/bob@/).getByText(shown, { exact: true })).toBeVisible()
  for (const shown of ['Operator', 'Expired', 'Unknown user'])
    await expect.element(row(/eve@/).getByText(shown, { exact: true })).toBeVisible()
  for (const name of ['Create invitation', 'Renew', 'Delete'])
    await expect.element(button(name)).toBeVisible()
  await expect.poll(() => document.title).toBe('Invitations · Acme Corp · Sluice')
  await expectAccessible()
})

test('[W-154][W-202] an invitation turns from Active to Expired by itself', async () => {
  stopTime('clock')
  await visit({ invitations: [{ ...bob, validUntilUtc: inSeconds(600) }] })
  await expect.element(row(/bob@/).getByText('Active', { exact: true })).toBeVisible()
  vi.advanceTimersByTime(600_000)
  await expect.element(row(/bob@/).getByText('Expired', { exact: true })).toBeVisible()
})

test('[W-173] the navigation counts the invitations, as they are pushed', async () => {
  const { server } = await visit()
  const entry = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: /Invitations/ })
  await expect.element(entry).toHaveTextContent('2 invitations')
  server.push({ type: 'pushWorkspace', workspace: sampleWorkspace({ members: [], invitations: [bob] }) })
  await expect.element(entry).toHaveTextContent('1 invitation')
  server.push({ type: 'deleteEntities', entities: [{ entityTypeName: 'Invitation', entityId: bob.id }] })
  await expect.element(entry).not.toHaveTextContent('1')
  await expect.element(page.getByText('Nobody is invited at the moment')).toBeVisible()
})

test('[W-151][W-022] an invitation takes a recipient and a role, and then shows its link', async () => {
  const { server } = await visit({ answers: { create: eve, getToken: { token: 'secret' } } })
  await fill('eve@acme.example')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Operator' }).click()
  await submit()
  await expect.element(dialog.getByText('Invitation for eve@acme.example')).toBeVisible()
  await expect.element(dialog.getByText(/^The link is mailed to this address/)).toBeVisible()
  const link = `${location.origin}/invitation/${id(1)}/${id(61)}?token=secret`
  await expect.element(dialog.getByText(link)).toBeVisible()
  await expect
    .poll(() => server.requests('invitations', 'create'))
    .toEqual([
      {
        params: { workspaceId: id(1) },
        body: { sendToEmailAddress: 'eve@acme.example', accessLevel: 'Operator' },
      },
    ])
})

test('[W-276] the role is Reader unless another of the four is chosen', async () => {
  await visit()
  await page.getByRole('button', { name: 'Create invitation' }).first().click()
  await expect.element(dialog.getByRole('combobox', { name: 'Role' })).toHaveTextContent('Reader')
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await expect.poll(optionTexts).toEqual([...accessLevels])
  await userEvent.keyboard('{Escape}')
})

test('[W-275] the recipient is a valid e-mail address', async () => {
  const { server } = await visit()
  for (const wrong of ['', 'eve', 'a@b.example, c@d.example']) {
    await fill(wrong)
    await submit()
    await expect.element(dialog.getByText('Value must be a valid email address')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  expect(server.requests('invitations', 'create')).toEqual([])
})

test('[W-295] the dialog has a link to the documentation page on roles', async () => {
  await visit()
  await page.getByRole('button', { name: 'Create invitation' }).first().click()
  await expect
    .element(dialog.getByRole('link', { name: 'About roles' }))
    .toHaveAttribute('href', 'https://sluice.invalid/docs/roles')
})

test('[W-155] the link of an invitation is built from its id and token, and can be copied', async () => {
  const { server } = await visit({ answers: { getToken: { token: 'se/cret' } }, sendsMail: false })
  await page.getByRole('button', { name: 'Show the link for bob@acme.example' }).click()
  await expect.element(dialog.getByText(/^This server sends no mail/)).toBeVisible()
  const link = `${location.origin}/invitation/${id(1)}/${id(60)}?token=se%2Fcret`
  await expect.element(dialog.getByText(link)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Copy invitation link' })).toBeVisible()
  await expect
    .poll(() => server.requests('invitations', 'getToken')[0])
    .toEqual({
      params: { workspaceId: id(1), invitationId: id(60) },
    })
})

test('[W-152] the chosen invitations are renewed', async () => {
  const { server } = await visit({ answers: { extend: null } })
  await choose(/bob@/)
  await choose(/eve@/)
  await button('Renew').click()
  await alertDialog.getByRole('button', { name: 'Renew 2 invitations' }).click()
  await expect.element(alertDialog).not.toBeInTheDocument()
  const renewed = server.requests('invitations', 'extend').map(({ params }) => params.invitationId)
  expect(renewed.toSorted()).toEqual([id(60), id(61)])
  const validUntilUtc = inSeconds(7.5 * 86_400)
  const pushed = [{ ...eve, validUntilUtc, isExpired: false }]
  server.push({ type: 'pushWorkspace', workspace: sampleWorkspace({ members: [], invitations: pushed }) })
  await expect.element(row(/eve@/).getByText('Active', { exact: true })).toBeVisible()
  await expect.element(row(/eve@/).getByText('next week', { exact: true })).toBeVisible()
})

test('[W-153] the chosen invitations are deleted, and no others', async () => {
  const { server } = await visit({ answers: { delete: null } })
  await choose(/eve@/)
  await button('Delete').click()
  await expect.element(alertDialog).toHaveTextContent('eve@acme.example')
  await alertDialog.getByRole('button', { name: 'Delete invitation' }).click()
  await expect.element(alertDialog).not.toBeInTheDocument()
  await expect
    .poll(() => server.requests('invitations', 'delete').map(({ params }) => params.invitationId))
    .toEqual([id(61)])
})

test.for([
  ['[W-157]', 'Renew', 'There was a problem renewing the invitations'],
  ['[W-158]', 'Delete', 'There was a problem deleting the invitations'],
] as const)('%s a failed action shows the panel: %s', async ([, verb, problem]) => {
  const failed = refusal('internalServerError')
  await visit({ answers: { extend: failed, delete: failed } })
  await choose(/bob@/)
  await button(verb).click()
  await alertDialog.getByRole('button', { name: `${verb} invitation` }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(problem)
})

test('[W-156] a failed creation shows the panel', async () => {
  const detail = 'This address has been invited already. Renew that invitation instead.'
  await visit({ answers: { create: refusal('entityConflict', { detail }) } })
  await fill('bob@acme.example')
  await submit()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem creating the invitation')
  await expect.element(alert).toHaveTextContent(detail)
})

test('below administrator every action is closed with its reason', async () => {
  await visit({ accessLevel: 'Contributor' })
  await choose(/bob@/)
  const names = ['Create invitation', 'Renew', 'Delete', 'Show the link for bob@acme.example']
  for (const name of names) await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
  await userEvent.hover(button('Renew'))
  // Each closed button has the reason as its description; the tooltip stands last in the document.
  const reasons = page.getByText('You do not have permission to perform this operation.')
  await expect.element(reasons.last()).toBeVisible()
})
