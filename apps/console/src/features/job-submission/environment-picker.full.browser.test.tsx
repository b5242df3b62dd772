import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleStack } from '../../testing/samples.ts'

const sandbox = (number: number, name: string, isInitialized = true) =>
  sampleEnvironment({
    id: id(number),
    slug: name.toLowerCase(),
    name,
    isProduction: false,
    isInitialized,
    tags: { team: name },
  })
const stacks = [
  sampleStack({
    environments: [
      // By code point "QA" and "UAT" would come before "alpha".
      sampleEnvironment({ name: 'Main org' }),
      sandbox(31, 'UAT'),
      sandbox(32, 'alpha'),
      sandbox(33, 'QA'),
      sandbox(34, 'Beta', false),
    ],
  }),
]

async function openDialog(open: () => Promise<void>) {
  await renderAt('/workspaces/acme/stacks/core-crm/environments', {
    pushed: { stacks },
    answers: environmentAnswers,
  })
  await open()
}

async function openFlow(name: 'Flow in' | 'Flow out') {
  await openDialog(async () => {
    await page.getByRole('button', { name: 'Flow', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  })
}

const openDeletion = () => openDialog(() => page.getByRole('button', { name: 'Delete', exact: true }).click())

/** The names of the environments that one input of the open dialog offers, in the order of the list. */
async function offeredBy(input: 'Environments' | 'Excluded environments'): Promise<(string | undefined)[]> {
  if (input === 'Excluded environments') {
    await page.getByRole('combobox', { name: 'Then exclude' }).click()
    await page.getByRole('option', { name: 'Environments' }).click()
  }
  await page.getByRole('combobox', { name: input, exact: true }).click()
  await expect.element(page.getByRole('option', { name: 'UAT' })).toBeVisible()
  const options = page.getByRole('option').elements()
  return options.map((option) => option.textContent?.replace('PROD', ''))
}

for (const flow of ['Flow in', 'Flow out'] as const)
  for (const input of ['Environments', 'Excluded environments'] as const)
    test(`[S-262] [S-263] "${input}" of ${flow} lists initialized environments, production last, without regard to case`, async () => {
      await openFlow(flow)
      expect(await offeredBy(input)).toEqual(['alpha', 'QA', 'UAT', 'Main org'])
    })

test('[S-262] [S-263] where uninitialized environments are allowed they are listed by name with the others', async () => {
  await openDeletion()
  expect(await offeredBy('Environments')).toEqual(['alpha', 'Beta', 'QA', 'UAT'])
})

test('[S-262] the tags on offer are those of the listed environments', async () => {
  await openFlow('Flow in')
  await page.getByRole('combobox', { name: 'Include' }).click()
  await page.getByRole('option', { name: 'Tags' }).click()
  await page.getByRole('combobox', { name: 'Tags of environments' }).click()
  await expect.element(page.getByRole('option', { name: 'team: UAT' })).toBeVisible()
  const names = page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
  expect(names).not.toContain('team: Beta')
})
