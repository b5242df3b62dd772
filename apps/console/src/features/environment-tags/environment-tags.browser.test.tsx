import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answers } from '../../testing/answers.ts'
import { refusal } from '../../testing/answers.ts'
import { id, sampleEnvironment } from '../../testing/samples.ts'
import { sampleSandboxEnvironment, visitEnvironments } from '../../testing/visit-environments.ts'

const tagsButton = page.getByRole('button', { name: 'Tags', exact: true })
const dialog = page.getByRole('dialog', { name: 'Tags' })
const rows = dialog.getByRole('listitem')
const nameField = dialog.getByRole('textbox', { name: 'Add a tag' })
const valueOf = (name: string) => dialog.getByRole('textbox', { name: `Value of ${name}` })
const save = dialog.getByRole('button', { name: 'Save' })
const saved = { setTag: null, deleteTag: null }

/** Opens the editor for production and a sandbox. */
async function openEditor(environments: Answers['environments'] = saved) {
  const { server } = await visitEnvironments(
    [
      sampleEnvironment({ tags: { stage: 'live', owner: 'Nora' } }),
      sampleSandboxEnvironment({ tags: { Stage: 'test' } }),
    ],
    { answers: { environments } },
  )
  await page.getByRole('checkbox', { name: 'Select all environments' }).click()
  await tagsButton.click()
  await expect.element(dialog).toBeVisible()
  return server
}
const table = page.getByRole('table')

test('[S-091] tags can be edited only with a selection', async () => {
  await visitEnvironments([sampleEnvironment()])
  await expect.element(tagsButton).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select Production' }).click()
  await expect.element(tagsButton).toBeEnabled()
})

test('[S-114] a value that is an address is shown as a link, any other one as text', async () => {
  await visitEnvironments([
    sampleEnvironment({ tags: { wiki: 'https://wiki.example/a', code: 'javascript:a' } }),
  ])
  const link = table.getByRole('link', { name: 'Link', exact: true })
  await expect.element(link).toHaveAttribute('href', 'https://wiki.example/a')
  await expect.element(table.getByText('code: javascript:a')).toBeVisible()
  expect(table.getByText('https://wiki.example/a').elements()).toEqual([])
})

test('[S-129] the settings of an environment lead to its tags', async () => {
  await visitEnvironments([sampleEnvironment({ tags: { stage: 'live' } })], { below: '/production/settings' })
  await page.getByRole('button', { name: 'Edit tags' }).click()
  await expect.element(valueOf('stage')).toHaveValue('live')
})

test('[S-245] deletions and modifications are saved for each of the selected environments', async () => {
  const server = await openEditor()
  await valueOf('stage').fill('uat')
  await dialog.getByRole('button', { name: 'Delete owner' }).click()
  await save.click()
  await expect.element(dialog.getByText('Saved.')).toBeVisible()
  const sent = (operation: 'setTag' | 'deleteTag') =>
    server
      .requests('environments', operation)
      .map(({ params }) => `${params.environmentId} ${params.tagName}`)
      .toSorted()
  expect(sent('setTag')).toEqual([`${id(30)} stage`, `${id(31)} stage`])
  await expect
    .poll(() => server.requests('environments', 'setTag').map(({ body }) => body))
    .toEqual(['uat', 'uat'])
  expect(sent('deleteTag')).toEqual([`${id(30)} owner`, `${id(31)} owner`])
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(table.getByText('stage: uat').nth(1)).toBeVisible()
})

test('[S-181][S-182] each tag says that it is modified or deleted, until that is saved', async () => {
  await openEditor()
  await expect.element(rows.nth(1)).toBeVisible()
  expect(dialog.getByText('Modified').elements()).toEqual([])
  await valueOf('stage').fill('uat')
  await dialog.getByRole('button', { name: 'Delete owner' }).click()
  await expect.element(rows.nth(1).getByText('Modified')).toBeVisible()
  await expect.element(rows.nth(0).getByText('Deleted')).toBeVisible()
  await save.click()
  await expect.poll(() => rows.elements().length).toBe(1)
  await expect.poll(() => dialog.getByText('Modified').elements()).toEqual([])
  await expect.element(save).toBeDisabled()
})

test('what could not be saved keeps its mark, below the problem', async () => {
  await openEditor({ setTag: refusal('userNotAuthorized') })
  await valueOf('stage').fill('uat')
  await save.click()
  await expect
    .element(dialog.getByRole('alert').first())
    .toHaveTextContent('There was a problem saving the tags')
  await expect.element(dialog.getByText('Modified')).toBeVisible()
})

test('[S-214][S-211][S-212] a tag is added when its field is left: trimmed, and without a value at first', async () => {
  const server = await openEditor()
  await nameField.fill('  region ')
  expect(rows.elements()).toHaveLength(2)
  await userEvent.tab()
  await expect.element(valueOf('region')).toBeVisible()
  await expect.element(nameField).toHaveValue('')
  await save.click()
  await expect.element(dialog.getByText('Saved.')).toBeVisible()
  const [first] = server.requests('environments', 'setTag')
  expect(first).toMatchObject({ params: { tagName: 'region' }, body: null })
})

test.for([
  ['[S-211]', '   ', 'Tag name is required'],
  ['[S-213]', 'STAGE', 'There is already a tag with this name'],
  ['[W-388]', 'a'.repeat(257), 'Tag name cannot be longer than 256 characters'],
] as const)('%s the name "%s" adds no tag', async ([, name, message]) => {
  await openEditor()
  await nameField.fill(name)
  await userEvent.tab()
  await expect.element(dialog.getByText(message)).toBeVisible()
  expect(rows.elements()).toHaveLength(2)
})

test('[W-389] a value holds at most 4096 characters', async () => {
  await openEditor()
  await expect.element(valueOf('owner')).toHaveAttribute('maxlength', '4096')
})

test('a value that differs between the environments is not shown as one', async () => {
  await openEditor()
  await expect.element(valueOf('stage')).toHaveValue('')
  await expect.element(valueOf('stage')).toHaveAttribute('placeholder', 'Differs between environments')
})
