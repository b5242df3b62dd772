import type { Billing } from '@sluice/contract/billing'
import { hubCloseCodes } from '@sluice/contract/push'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { recordConsole } from '../../testing/record-console.ts'
import { renderAt } from '../../testing/render-at.tsx'
import {
  id,
  sampleInvitation,
  sampleMember,
  sampleStack,
  sampleUser,
  sampleWorkspace,
} from '../../testing/samples.ts'
import { rememberedWorkspace } from './remembered-workspace.ts'

const stacks = '/workspaces/acme/stacks'
const second = sampleWorkspace({ id: id(2), slug: 'second', name: 'Second' })
const listed = [sampleWorkspace(), second].map((each) => ({ ...each, accessLevel: 'Reader' as const }))
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const stackLinks = () =>
  page
    .getByRole('table')
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)

test('[W-048][W-049] home leads to the workspace, and the workspace to its stacks', async () => {
  const { path } = await renderAt('/')
  await expect.element(heading('Stacks')).toBeVisible()
  expect(path()).toBe(stacks)
})

test('[W-052][W-055] the workspace that was open last opens when no slug is given', async () => {
  const { router, path } = await renderAt('/workspaces/second/settings', {
    pushed: { workspace: { ...second, members: [], invitations: [] }, stacks: [] },
    answers: { workspaces: { list: listed } },
  })
  await expect.element(heading('Settings')).toBeVisible()
  expect(rememberedWorkspace.read()).toBe(id(2))
  await router.navigate({ to: '/workspaces' })
  await expect.poll(path).toBe('/workspaces/second/stacks')
})

test('[W-053] the first workspace of the list opens when no slug is given and none was open before', async () => {
  const { path } = await renderAt('/workspaces', {
    pushed: { workspace: { ...second, members: [], invitations: [] } },
    answers: { workspaces: { list: listed.toReversed() } },
  })
  await expect.poll(path).toBe('/workspaces/second/stacks')
  await expect.element(heading('Stacks')).toBeVisible()
})

test('[W-051][W-128] an unknown slug forgets the workspace and is not found', async () => {
  const { path } = await renderAt('/workspaces/unknown')
  await expect.element(heading("That's a 404, sorry.")).toBeVisible()
  expect([path(), rememberedWorkspace.read()]).toEqual(['/404', null])
})

test('[W-054][W-021] a user without a workspace comes to the onboarding', async () => {
  const { path } = await renderAt('/workspaces', {
    answers: {
      workspaces: { list: [] },
      stacks: { startDeviceCodeSignIn: () => new Promise(() => undefined) },
    },
  })
  await expect.element(heading('Connect to Salesforce')).toBeVisible()
  expect(path()).toBe('/onboarding')
})

test('[W-131] until the whole state has arrived the page shows that it loads', async () => {
  const opened = renderAt(stacks, { hub: 'silent' })
  const { server } = await opened
  await expect.element(page.getByText('Loading the workspace')).toBeVisible()
  server.hub.mode = 'answering'
  server.hub.close(1012)
  await expect.element(heading('Stacks')).toBeVisible()
})

test('[W-348] a pushed stack changes the page at once', async () => {
  const { server } = await renderAt(stacks)
  await expect.poll(stackLinks).toContain('Core CRM')
  server.push({ type: 'pushStacks', stacks: [sampleStack({ name: 'Renamed' })] })
  await expect.poll(stackLinks).toContain('Renamed')
})

test('[W-129][W-336] a broken connection is reported and comes back by itself', async () => {
  const { server } = await renderAt(stacks)
  await expect.element(heading('Stacks')).toBeVisible()
  server.hub.mode = 'refusing'
  server.hub.close(1006)
  const banner = page.getByText('The connection to the server was interrupted. Trying to reconnect...')
  await expect.element(banner).toBeVisible()
  await expect.element(heading('Stacks')).toBeVisible()
  server.hub.mode = 'answering'
  await expect.element(banner).not.toBeInTheDocument()
})

test('a stack that was deleted while the connection was broken goes with the new state, and not before', async () => {
  const other = sampleStack({ id: id(3), slug: 'other', name: 'Other' })
  const { server } = await renderAt(stacks, { pushed: { stacks: [sampleStack(), other] } })
  await expect.poll(stackLinks).toContain('Other')
  server.state = { ...server.state, stacks: [sampleStack()] }
  server.hub.mode = 'silent'
  server.hub.close(1006)
  await expect.poll(() => server.hub.lines.length).toBe(2)
  expect(stackLinks()).toContain('Other')
  server.hub.mode = 'answering'
  server.hub.close(1006)
  await expect.poll(stackLinks).not.toContain('Other')
  expect(stackLinks()).toContain('Core CRM')
})

test('[W-130][W-246] a failed connection is logged, reported and tried again on demand', async () => {
  const logged = recordConsole('error')
  const { server } = await renderAt(stacks)
  await expect.element(heading('Stacks')).toBeVisible()
  server.hub.close(hubCloseCodes.notAuthorized)
  await expect.element(page.getByText('The connection to the server failed')).toBeVisible()
  await expect.element(heading('Stacks')).not.toBeInTheDocument()
  expect(logged).toEqual([['The push connection failed.', hubCloseCodes.notAuthorized]])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(heading('Stacks')).toBeVisible()
})

test('[W-347] a workspace that is deleted while it is open is no longer selected', async () => {
  let list = listed
  const { server, path } = await renderAt(stacks, { answers: { workspaces: { list: () => list } } })
  await expect.element(heading('Stacks')).toBeVisible()
  list = listed.slice(1)
  server.state = { workspace: { ...second, members: [], invitations: [] }, stacks: [] }
  server.push({ type: 'deleteEntities', entities: [{ entityTypeName: 'Workspace', entityId: id(1) }] })
  await expect.poll(path).toBe('/workspaces/second/stacks')
})

const kinds = {
  member: { accessLevel: 'Reader', ownerUserId: id(91), isGlobalAdministrator: false, signs: [] },
  owner: { accessLevel: 'Administrator', ownerUserId: id(90), isGlobalAdministrator: false, signs: [0] },
  'non-member': { accessLevel: null, ownerUserId: id(91), isGlobalAdministrator: false, signs: [1] },
  'global administrator': {
    accessLevel: null,
    ownerUserId: id(91),
    isGlobalAdministrator: true,
    signs: [1, 2],
  },
} as const
const signs = [
  'Workspace owner',
  'You are not a member of this workspace - please proceed with caution.',
  'Global administrator',
]

test.for(Object.entries(kinds))('[W-021] the page tells a %s what they are', async ([, kind]) => {
  const { accessLevel, ownerUserId, isGlobalAdministrator } = kind
  const members = accessLevel === null ? [] : [sampleMember({ accessLevel })]
  const workspace = sampleWorkspace({ ownerUserId, members })
  await renderAt(stacks, {
    user: sampleUser({ isGlobalAdministrator }),
    pushed: { workspace },
    answers: { workspaces: { list: [{ ...workspace, accessLevel }] } },
  })
  await expect.element(heading('Stacks')).toBeVisible()
  await expect
    .poll(() => [...signs.keys()].filter((n) => page.getByText(signs[n] ?? '').elements().length > 0))
    .toEqual(kind.signs)
})

test('[W-171] a user who is no member is warned', async () => {
  await renderAt(stacks, {
    answers: { workspaces: { list: [{ ...sampleWorkspace(), accessLevel: null }] } },
  })
  await expect
    .element(page.getByText('You are not a member of this workspace - please proceed with caution.'))
    .toBeVisible()
  await expect.element(heading('Stacks')).toBeVisible()
})

test('[W-199][W-006] a workspace shows its fields, and leads to its stacks, members, invitations, usage and settings', async () => {
  const carol = sampleMember({ id: id(51), userId: id(91), userFirstName: 'Carol', userLastName: 'Adams' })
  const members = [sampleMember(), carol]
  const contact = { companyName: 'Acme Ltd', firstName: 'Ada', lastName: 'King', phoneNumber: '+1 555-0100' }
  const createdUtc = '2026-01-30T08:00:00.000Z'
  const created = { createdUtc, createdByUserId: id(91), ownerUserId: id(90) }
  const workspace = sampleWorkspace({ ...contact, ...created, members, invitations: [sampleInvitation()] })
  const { server } = await renderAt('/workspaces/acme/settings', {
    pushed: { workspace },
    answers: { workspaces: { getBilling: sampleBilling } },
  })
  const main = page.getByRole('main')
  for (const text of [id(1), 'acme', 'Carol Adams', ...Object.values(contact), '*'.repeat(16)])
    await expect.element(main.getByText(text, { exact: true })).toBeVisible()
  await expect.element(main.getByText('Acme Corp', { exact: true }).first()).toBeVisible()
  expect(main.element().querySelector('time')?.dateTime).toBe(createdUtc)
  await expect.element(page.getByText('Workspace owner', { exact: true })).toBeVisible()
  server.push({ type: 'pushWorkspace', workspace: { ...workspace, licenseKeyIsSet: false } })
  await expect.element(main.getByText('*'.repeat(16))).not.toBeInTheDocument()
  const navigation = page.getByRole('navigation', { name: 'Workspace' })
  for (const [link, content] of [
    ['Members', 'Carol Adams'],
    [/^Invitations/, 'bob@acme.example'],
    ['Stacks', 'Core CRM'],
    ['Billing and usage', '90 days'],
    ['Settings', 'CLI access token'],
  ] as const) {
    await navigation.getByRole('link', { name: link }).click()
    await expect.element(main.getByText(content).first()).toBeVisible()
  }
})

const noUsage = { inUseQuantity: 0, entitlementQuantity: null, availableQuantity: null }
const sampleBilling: Billing = {
  currentPeriodStartsUtc: '2026-01-01T00:00:00.000Z',
  currentPeriodEndsUtc: '2026-02-01T00:00:00.000Z',
  subscriptionStatus: 'Active',
  dataRetentionPeriod: '90 days',
  usage: {
    Environments: noUsage,
    ConcurrentWorkers: noUsage,
    ActiveWorkerMinutes: noUsage,
    PassiveWorkerMinutes: noUsage,
  },
}
