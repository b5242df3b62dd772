import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, heldAnswer, refusal } from '../../testing/answers.ts'
import { expectShown } from '../../testing/expect-shown.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { expectReason } from '../../testing/expect-reason.ts'
import { environmentAnswers, id, sampleMember, sampleUser, sampleWorkspace } from '../../testing/samples.ts'

const address = '/workspaces/acme/settings'
const visit = (workspaces: Answers['workspaces'] = {}) => renderAt(address, { answers: { workspaces } })
/** Only a workspace without stacks can be deleted; after that the onboarding begins. */
const visitEmpty = (workspaces: Answers['workspaces']) =>
  renderAt(address, {
    answers: { workspaces, stacks: { startDeviceCodeSignIn: forever } },
    pushed: { stacks: [] },
  })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const list = (slug: string) => [{ ...sampleWorkspace({ slug }), accessLevel: 'Administrator' as const }]

async function change(label: string, value: string) {
  await page.getByRole('button', { name: `Edit ${label.toLowerCase()}` }).click()
  await page.getByRole('textbox', { name: label }).fill(value)
  await page.getByRole('button', { name: 'Save' }).click()
}

test('[W-132] the page has its three sections', async () => {
  await visit()
  for (const section of ['Basic information', 'Primary contact', 'Danger zone'])
    await expect.element(heading(section)).toBeVisible()
  await expect.poll(() => document.title).toBe('Settings · Acme Corp · Sluice')
})

test.for([
  ['Name', 'name', 'Beta'],
  ['Slug', 'slug', 'beta'],
  ['Company name', 'companyName', 'Beta Ltd'],
  ['First name', 'firstName', 'Bea'],
  ['Last name', 'lastName', 'Taylor'],
  ['Phone number', 'phoneNumber', '+47 21 00 00 00'],
] as const)('[W-133][W-134][W-137] %s is edited in place', async ([label, property, value]) => {
  const slug = property === 'slug' ? value : 'acme'
  let isChanged = false
  const { server } = await visit({
    list: () => list(isChanged ? slug : 'acme'),
    update: () => {
      isChanged = true
      return null
    },
  })
  await change(label, value)
  await expect.element(page.getByRole('main').getByText(value, { exact: true }).first()).toBeVisible()
  await expect
    .poll(() => server.requests('workspaces', 'update'))
    .toMatchObject([{ params: { workspaceId: id(1) }, body: { [property]: value } }])
})

const slugRule =
  'Slug must be at least one character, and may contain only lower-case English letters, numbers and non-consecutive hyphens'

const rules = {
  Name: [['a'.repeat(513), 'Name cannot be longer than 512 characters']],
  Slug: [
    ['a b', slugRule],
    ['a'.repeat(129), 'Slug cannot be longer than 128 characters'],
  ],
  'Company name': [],
  'First name': [],
  'Last name': [],
}

test.for(Object.entries(rules))('[W-273] %s is required, and keeps its rule', async ([label, broken]) => {
  const { server } = await visit()
  await change(label, ' ')
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('You must enter a value.')
  for (const [value = '', message = ''] of broken) {
    await page.getByRole('textbox', { name: label }).fill(value)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(alert).toHaveTextContent(message)
  }
  expect(server.requests('workspaces', 'update')).toEqual([])
})

test('[W-274] the phone number is optional, and an empty one is saved as null', async () => {
  const { server } = await renderAt(address, {
    pushed: { workspace: sampleWorkspace({ phoneNumber: '+47 21', members: [sampleMember()] }) },
    answers: { workspaces: { update: null } },
  })
  await change('Phone number', '')
  await expect
    .poll(() => server.requests('workspaces', 'update'))
    .toEqual([{ params: { workspaceId: id(1) }, body: { phoneNumber: null } }])
  await expect.element(page.getByText('+47 21')).not.toBeInTheDocument()
})

test.for(['Name', 'Slug'])('[W-313] a changed %s reloads the list of workspaces', async (label) => {
  const { server } = await visit({ list: [...list('acme'), ...list('beta')], update: null })
  await change(label, 'beta')
  await expect.poll(() => server.requests('workspaces', 'update').length).toBe(1)
  await expect.poll(() => server.requests('workspaces', 'list').length).toBe(2)
})

test('[W-191] a value is viewed, then edited, then committed, and viewed again', async () => {
  const held = heldAnswer(null)
  await visit({ list: list('acme'), update: held.answer })
  const input = page.getByRole('textbox', { name: 'Company name' })
  const pencil = page.getByRole('button', { name: 'Edit company name' })
  const viewed = page.getByText('Beta Ltd', { exact: true })
  await expect.element(pencil).toBeVisible()
  expect([input, button('Save'), button('Cancel'), viewed].map((each) => each.query())).toEqual(
    Array.from({ length: 4 }, () => null),
  )
  await pencil.click()
  await expect.element(input).toBeEnabled()
  await expect.element(button('Save')).toBeEnabled()
  await expect.element(button('Cancel')).toBeEnabled()
  expect(pencil.query()).toBeNull()
  await input.fill('Beta Ltd')
  await button('Save').click()
  await expect.element(input).toBeDisabled()
  await expect.element(input).toHaveValue('Beta Ltd')
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Cancel')).toBeDisabled()
  held.release()
  await expect.element(pencil).toBeVisible()
  expect(input.query()).toBeNull()
  await expect.element(viewed).toBeVisible()
})

test('a value that is taken stays in the input with the reason', async () => {
  await visit({ update: refusal('entityConflict') })
  await change('Slug', 'beta')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This slug value is already in use on another workspace.')
})

const stackAddress = '/workspaces/acme/stacks/core-crm'
const missingAuthorizations = [{ operation: 'updateStack', resource: 'Stack' }]
const denied = refusal('userNotAuthorized', { missingAuthorizations })

test.for([
  ['workspaces', address],
  ['stacks', `${stackAddress}/settings`],
  ['environments', `${stackAddress}/environments/production/settings`],
] as const)(
  '[W-294] a refused change of %s says that the permission is missing',
  async ([group, settings]) => {
    const { server } = await renderAt(settings, {
      answers: {
        ...environmentAnswers,
        workspaces: { update: denied },
        stacks: { ...environmentAnswers.stacks, update: denied },
        environments: { ...environmentAnswers.environments, update: denied },
      },
    })
    await change('Name', 'Beta')
    const alert = page.getByRole('alert')
    await expect.element(alert).toHaveTextContent(/^You do not have permission to change this value\.$/)
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Beta')
    await expect
      .poll(() => server.requests(group, 'update').map(({ body }) => body))
      .toEqual([{ name: 'Beta' }])
  },
)

test('a reader cannot change anything', async () => {
  await renderAt(address, {
    user: sampleUser({ id: id(91) }),
    pushed: {
      workspace: sampleWorkspace({ members: [sampleMember({ userId: id(91), accessLevel: 'Reader' })] }),
    },
  })
  for (const name of ['Edit name', 'Edit phone number', 'Delete workspace'])
    await expect.element(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
})

test('[W-278] a workspace can be deleted only once it has no stacks', async () => {
  const { server } = await visit()
  const deletion = page.getByRole('button', { name: 'Delete workspace' })
  await expectReason(deletion, 'The workspace still has stacks.')
  const entities = [{ entityTypeName: 'Stack' as const, entityId: id(2) }]
  server.push({ type: 'deleteEntities', entities })
  await expect.element(deletion).not.toHaveAttribute('aria-disabled', 'true')
  await deletion.click()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
})

async function remove() {
  await page.getByRole('button', { name: 'Delete workspace' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete workspace' }).click()
}

test('[W-135] the deletion of a workspace has to be confirmed', async () => {
  let isDeleted = false
  const { server, path } = await visitEmpty({
    list: () => (isDeleted ? [] : list('acme')),
    delete: () => {
      isDeleted = true
      return null
    },
  })
  await remove()
  await expect.poll(path).toBe('/onboarding')
  await expect
    .poll(() => server.requests('workspaces', 'delete'))
    .toMatchObject([{ params: { workspaceId: id(1) } }])
})

test('[W-138][W-371] a failed deletion shows the panel in its dialog', async () => {
  await visitEmpty({ delete: refusal('nonEmptyWorkspaceNotDeletable') })
  await remove()
  await expect
    .element(page.getByRole('alertdialog').getByRole('alert'))
    .toHaveTextContent('There was a problem deleting the workspace')
  await expectShown(
    'The workspace could not be deleted because it still contains one or more stacks. Delete all stacks in the workspace and try again.',
    page.getByRole('alertdialog').getByRole('alert'),
  )
})

test('[W-136] the CLI access token is hidden, is fetched when somebody asks to see it, and is hidden again', async () => {
  const { server } = await visit({ getLicenseKey: { licenseKey: 'the-token' } })
  const show = page.getByRole('button', { name: 'Show CLI access token' })
  await expect.element(show).toBeVisible()
  expect(server.requests('workspaces', 'getLicenseKey')).toEqual([])
  expect(document.body.textContent).not.toContain('the-token')
  await show.click()
  await expect.element(page.getByText('the-token')).toBeVisible()
  await expect
    .poll(() => server.requests('workspaces', 'getLicenseKey')[0]?.params)
    .toEqual({ workspaceId: id(1) })
  await page.getByRole('button', { name: 'Hide CLI access token' }).click()
  await expect.element(page.getByText('the-token')).not.toBeInTheDocument()
})

test('who may not read the CLI access token cannot ask for it', async () => {
  await renderAt(address, {
    pushed: {
      workspace: sampleWorkspace({
        ownerUserId: id(91),
        members: [sampleMember({ accessLevel: 'Contributor' })],
      }),
    },
  })
  await expect
    .element(page.getByRole('button', { name: 'Show CLI access token' }))
    .toHaveAttribute('aria-disabled', 'true')
})
