import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleEnvironment, sampleMember, sampleStack, sampleWorkspace } from '../../testing/samples.ts'

const visit = (
  stacks: Answers['stacks'] = {},
  stack = sampleStack({ environments: [sampleEnvironment()] }),
) =>
  renderAt('/workspaces/acme/stacks/core-crm/settings', {
    pushed: { stacks: [stack], workspace: sampleWorkspace({ members: [sampleMember()] }) },
    answers: { stacks },
  })
const main = page.getByRole('main')
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('[S-049][S-050] the page has its sections, and heads them with what the stack is', async () => {
  await visit()
  for (const section of ['Basic information', 'Git connection', 'Salesforce connection', 'Danger zone'])
    await expect.element(page.getByRole('heading', { name: section })).toBeVisible()
  await expect.element(main.getByText('Core CRM').first()).toBeVisible()
  await expect.element(main.getByText('core-crm').first()).toBeVisible()
  await expect.element(main.getByText(id(2))).toBeVisible()
  await expect.element(main.getByText(/^Created .* by Alice Moreau$/)).toBeVisible()
  await expect.poll(() => document.title).toBe('Settings · Core CRM · Acme Corp · Sluice')
})

test('[S-051] a field is edited in place and saved, or left', async () => {
  const { server } = await visit({ update: null })
  await button('Edit name').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Left')
  await button('Cancel').click()
  await button('Edit name').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed')
  await button('Save').click()
  await expect.element(main.getByText('Renamed').first()).toBeVisible()
  await expect
    .poll(() => server.requests('stacks', 'update').map(({ body }) => body))
    .toEqual([{ name: 'Renamed' }])
})

test('a new slug moves the page', async () => {
  const { path } = await visit({ update: null })
  await button('Edit slug').click()
  await page.getByRole('textbox', { name: 'Slug' }).fill('renamed')
  await button('Save').click()
  await expect.poll(path).toBe('/workspaces/acme/stacks/renamed/settings')
})

test('[S-053] the encryption key is fetched when a person asks for it', async () => {
  const { server } = await visit({ getEncryptionKey: { encryptionKey: 'k3y' } })
  await expect.element(button('Show encryption key')).toBeVisible()
  const before = server.requests('stacks', 'getEncryptionKey').length
  await button('Show encryption key').click()
  await expect.element(main.getByText('k3y')).toBeVisible()
  expect(before).toBe(0)
})

test('a failed fetch of the key shows the panel', async () => {
  await visit({ getEncryptionKey: refusal('encryptionKeyMissing') })
  await button('Show encryption key').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There was a problem fetching the encryption key')
})

test.for([
  ['has a sandbox', sampleEnvironment({ isProduction: false })],
  ['is locked', sampleEnvironment({ isLocked: true })],
] as const)('[S-174] a stack that %s cannot be deleted', async ([, environment]) => {
  await visit({}, sampleStack({ environments: [environment] }))
  await expect.element(button('Delete stack')).toHaveAttribute('aria-disabled', 'true')
})

const dialog = page.getByRole('alertdialog')

async function remove() {
  await button('Delete stack').click()
  await dialog.getByRole('textbox', { name: 'Type Core CRM to confirm' }).fill('Core CRM')
  await dialog.getByRole('button', { name: 'Delete stack' }).click()
}

test('a stack is deleted only once its name is typed', async () => {
  const { server } = await visit({ delete: null })
  await button('Delete stack').click()
  await expect.element(dialog.getByRole('button', { name: 'Delete stack' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('Core')
  await expect.element(dialog.getByRole('button', { name: 'Delete stack' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await button('Delete stack').click()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('')
  expect(server.requests('stacks', 'delete')).toEqual([])
})

test('[S-060][S-062][S-174] a deleted stack leaves the page for the list, which lists it no more', async () => {
  const { server, path } = await visit({ delete: null })
  await remove()
  await expect.poll(path).toBe('/workspaces/acme/stacks')
  await expect.element(page.getByText('No stacks exist in this workspace')).toBeVisible()
  await expect.poll(() => server.requests('stacks', 'delete')[0]?.params.stackId).toBe(id(2))
})

test('[S-061] a failed deletion shows the panel in its dialog', async () => {
  await visit({ delete: refusal('nonEmptyStackNotDeletable') })
  await remove()
  await expect
    .element(page.getByRole('alertdialog').getByRole('alert'))
    .toHaveTextContent('There was a problem deleting the stack')
})
