import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { unreachable } from '../testing/answers.ts'
import { renderAt } from '../testing/render-at.tsx'
import {
  environmentAnswers,
  id,
  sampleJob,
  sampleStack,
  sampleUser,
  sampleWorkspace,
} from '../testing/samples.ts'

const menuItems = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((item) => item.textContent.trim())

test('a signed-in user comes from the home address to the stacks of his workspace', async () => {
  const { path } = await renderAt('/')
  await expect.element(page.getByRole('heading', { name: 'Stacks' })).toBeVisible()
  expect(path()).toBe('/workspaces/acme/stacks')
})

test.for([null, sampleUser()])(
  '[W-031][W-058] the 404 page is open to visitors and users: %#',
  async (user) => {
    const { path } = await renderAt('/404', { user })
    await expect.element(page.getByRole('heading', { name: "That's a 404, sorry." })).toBeVisible()
    expect([path(), document.title]).toEqual(['/404', 'Not found · Sluice'])
  },
)

test('an address that no route has is not found', async () => {
  await renderAt('/nowhere/at/all')
  await expect.element(page.getByRole('heading', { name: "That's a 404, sorry." })).toBeVisible()
})

test('[W-165][W-166] the workspaces are grouped, and a new one can be created', async () => {
  const workspace = sampleWorkspace()
  const list = [
    { ...workspace, accessLevel: 'Administrator' as const },
    { ...workspace, id: id(3), slug: 'b', name: 'Beta', ownerUserId: id(91), accessLevel: 'Reader' as const },
    { ...workspace, id: id(4), slug: 'c', name: 'Gamma', ownerUserId: id(91), accessLevel: null },
  ]
  const { path } = await renderAt('/workspaces/acme/stacks', { answers: { workspaces: { list } } })
  await page.getByRole('button', { name: 'Workspace: Acme Corp' }).click()
  const groups = { Owner: 'Acme Corp', Member: 'Beta', Other: 'Gamma' }
  for (const [group, name] of Object.entries(groups))
    await expect
      .element(page.getByRole('group', { name: group }).getByRole('menuitem', { name }))
      .toBeVisible()
  await page.getByRole('menuitem', { name: 'Create new workspace' }).click()
  await expect.poll(path).toBe('/create-workspace')
})

test('a name that somebody else gives the workspace shows in the selector', async () => {
  const { server } = await renderAt('/workspaces/acme/stacks')
  await expect.element(page.getByRole('button', { name: 'Workspace: Acme Corp' })).toBeVisible()
  server.push({ type: 'pushWorkspace', workspace: sampleWorkspace({ name: 'Nordlicht' }) })
  await expect.element(page.getByRole('button', { name: 'Workspace: Nordlicht' })).toBeVisible()
})

test('[W-310] a workspace without a name is not listed', async () => {
  const workspace = { ...sampleWorkspace(), accessLevel: 'Administrator' as const }
  const list = [workspace, { ...workspace, id: id(3), slug: 'nameless', name: '' }]
  await renderAt('/workspaces/acme/stacks', { answers: { workspaces: { list } } })
  await page.getByRole('button', { name: 'Workspace: Acme Corp' }).click()
  await expect.poll(menuItems).toEqual(['Acme Corp', 'Create new workspace'])
})

test('[W-167] the stacks can be opened, created and managed', async () => {
  const { path } = await renderAt('/workspaces/acme/stacks')
  await page.getByRole('button', { name: 'Stack: Choose a stack' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Core CRM' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Manage stacks' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'New stack' }).click()
  await expect.poll(path).toBe('/workspaces/acme/create-stack')
})

test('[W-168] the user menu has its entries', async () => {
  await renderAt('/workspaces/acme/stacks')
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  const keys = ['Command palette', 'Keyboard shortcuts']
  await expect.poll(menuItems).toEqual(['Profile', 'Docs', 'CLI', 'Technical support', ...keys, 'Sign out'])
})

test('nothing leads to what the installation has not configured', async () => {
  const nothing = {
    documentationUrl: null,
    commandLineUrl: null,
    supportEmailAddress: null,
    changelogUrl: null,
  }
  await renderAt('/workspaces/acme/stacks', { config: nothing })
  await expect.element(page.getByRole('contentinfo').getByText('Sluice 1.4.0')).toBeVisible()
  expect(page.getByRole('contentinfo').getByRole('link').elements()).toEqual([])
  await page.getByRole('button', { name: 'AM, user menu' }).click()
  await expect.poll(menuItems).toEqual(['Profile', 'Command palette', 'Keyboard shortcuts', 'Sign out'])
})

test.for([
  [true, id(90), ['Global administrator', 'Workspace owner']],
  [false, id(91), []],
] as const)(
  '[W-169][W-170] badges: administrator %s, owner %s',
  async ([isGlobalAdministrator, owner, badges]) => {
    await renderAt('/workspaces/acme/stacks', {
      user: sampleUser({ isGlobalAdministrator }),
      pushed: { workspace: sampleWorkspace({ ownerUserId: owner }) },
    })
    await expect.element(page.getByRole('heading', { name: 'Stacks' })).toBeVisible()
    for (const badge of ['Global administrator', 'Workspace owner'])
      expect(page.getByText(badge).elements().length).toBe(badges.some((each) => each === badge) ? 1 : 0)
  },
)

test('[W-175][J-208] the jobs entry counts active jobs and those that wait for input', async () => {
  const ended = { status: 'Ended', outcome: 'Succeeded' } as const
  const jobs = [
    sampleJob(),
    sampleJob({ id: id(71), status: 'Queued' }),
    sampleJob({ id: id(72), hasPendingInquiries: true }),
    sampleJob({ id: id(73), ...ended, hasPendingInquiries: true }),
    sampleJob({ id: id(74), status: 'Cancelling', hasPendingInquiries: true }),
  ]
  await renderAt('/workspaces/acme/stacks/core-crm/jobs', { pushed: { jobs } })
  const entry = page.getByRole('navigation', { name: 'Stack' }).getByRole('link', { name: /^Jobs/ })
  await expect.element(entry).toHaveAccessibleName(/3 active.*1 waiting for input/)
})

test('[W-174] the stack navigation has its items', async () => {
  const { path } = await renderAt('/workspaces/acme/stacks/core-crm/jobs', { answers: environmentAnswers })
  const navigation = page.getByRole('navigation', { name: 'Stack' })
  const items = {
    Environments: 'environments',
    Schedules: 'schedules',
    Jobs: 'jobs',
    'Test runs': 'test-runs',
    Settings: 'settings',
  }
  for (const [name, segment] of Object.entries(items)) {
    await navigation.getByRole('link', { name }).click()
    await expect.poll(path).toBe(`/workspaces/acme/stacks/core-crm/${segment}`)
  }
  expect(
    navigation
      .getByRole('link')
      .elements()
      .map((link) => link.textContent.trim())
      .slice(0, 5),
  ).toEqual(Object.keys(items))
})

test('a selector says what is loading', async () => {
  await renderAt('/workspaces/acme/stacks/core-crm/jobs', { hub: 'silent' })
  await expect.element(page.getByRole('button', { name: 'Stack: Loading core-crm…' })).toBeVisible()
})

test('[W-176][W-177] the stack navigation leads to the repository and to Salesforce', async () => {
  const gitRepositoryUrl = 'https://git.example/core.git'
  const stacks = [sampleStack({ gitRepositoryIsManaged: false, gitRepositoryUrl })]
  await renderAt('/workspaces/acme/stacks/core-crm/jobs', { pushed: { stacks } })
  const navigation = page.getByRole('navigation', { name: 'Stack' })
  await expect
    .element(navigation.getByRole('link', { name: 'Git repository' }))
    .toHaveAttribute('href', gitRepositoryUrl)
  await expect
    .element(navigation.getByRole('link', { name: 'Salesforce sign-in' }))
    .toHaveAttribute('href', sampleStack().sfdcBaseSignInUrl)
})

test('[W-178][W-179][W-180][W-181] the footer shows version, environment name, changelog and copyright', async () => {
  await renderAt('/workspaces/acme/stacks', { config: { environmentName: 'production' } })
  const footer = page.getByRole('contentinfo')
  for (const text of ['Sluice 1.4.0 (2026-11-29)', 'production', '© Sluice'])
    await expect.element(footer.getByText(text)).toBeVisible()
  await expect
    .element(footer.getByRole('link', { name: 'Changelog' }))
    .toHaveAttribute('href', 'https://sluice.invalid/changelog')
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
  const { server } = await renderAt('/workspaces/acme/stacks/core-crm/environments')
  await expect.poll(() => server.unanswered.length).toBeGreaterThan(0)
})
