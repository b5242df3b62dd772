import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { renderAt, type Surroundings } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'

const sandbox = (number: number, name: string) =>
  sampleEnvironment({ id: id(number), slug: name.toLowerCase(), name, isProduction: false })
const stacks = [
  sampleStack({
    environments: [sampleEnvironment(), sandbox(31, 'QA'), { ...sandbox(32, 'UAT'), isInitialized: false }],
  }),
]
const provisioned = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700 + index), commandName: 'DeleteEnvironment' }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  }))
const jobPage = { subscribeToProgress: forever }
const dialog = page.getByRole('dialog', { name: 'Delete environments' })
const submit = dialog.getByRole('button', { name: 'Submit' })

async function open(environments: readonly string[], answers: Surroundings['answers'] = {}) {
  const opened = await renderAt('/workspaces/acme/stacks/core-crm/environments', {
    pushed: { stacks },
    answers: { ...environmentAnswers, ...answers },
  })
  for (const name of environments) await page.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  return opened
}

test('[J-031] [J-231] what is chosen in the dialog is submitted: environments, branch and sandbox', async () => {
  const { server, path } = await open(['Production', 'QA'], {
    jobs: { provision: provisioned(1), ...jobPage },
  })
  await dialog.getByRole('checkbox', { name: 'Delete Git branch' }).click()
  await dialog.getByRole('checkbox', { name: 'Delete sandbox' }).click()
  await submit.click()
  await expect.poll(path).toBe(`/workspaces/acme/stacks/core-crm/jobs/${id(700)}`)
  // The production environment was selected in the list and is not taken along.
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toEqual({
      jobCommandName: 'DeleteEnvironment',
      jobTemplate: {
        environmentFilter: {
          include: { all: false, ids: [id(31)], tags: {} },
          thenExclude: { all: false, ids: [], tags: {} },
        },
        deleteGitBranch: true,
        deleteSandbox: true,
      },
    })
})

test('[J-287] branch and sandbox stay unless they are chosen', async () => {
  const { server } = await open(['QA'], { jobs: { provision: provisioned(1), ...jobPage } })
  await expect.element(dialog.getByRole('checkbox', { name: 'Delete Git branch' })).not.toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: 'Delete sandbox' })).not.toBeChecked()
  await submit.click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobTemplate: { deleteGitBranch: false, deleteSandbox: false },
    })
})

test('[J-032] the dialog warns that nothing can be undone', async () => {
  await open(['QA'])
  await expect.element(dialog.getByText('These operations are permanent and cannot be undone.')).toBeVisible()
})

test('[J-033] the dialog says that the deletion runs as background jobs, and where to follow them', async () => {
  await open(['QA'])
  await expect
    .element(dialog.getByText('The deletion runs as background jobs. Their progress is on the jobs page.'))
    .toBeVisible()
})

test('only sandbox environments can be chosen, initialized or not', async () => {
  await open([])
  await dialog.getByRole('combobox', { name: 'Environments', exact: true }).click()
  await expect.element(page.getByRole('option', { name: 'QA' })).toBeVisible()
  const names = page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
  expect(names).toEqual(['QA', 'UAT'])
})

test('"All" is named as all sandboxes', async () => {
  const { server } = await open([], { jobs: { provision: provisioned(2) } })
  await dialog.getByRole('combobox', { name: 'Include' }).click()
  await page.getByRole('option', { name: 'All sandboxes' }).click()
  await submit.click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobTemplate: { environmentFilter: { include: { all: true } } },
    })
})

test('a submission without environments is not sent', async () => {
  const { server } = await open([])
  await submit.click()
  await expect.element(dialog.getByText('At least one environment must be selected')).toBeVisible()
  expect(server.requests('jobs', 'provision')).toEqual([])
})

test.for([
  [
    '[S-248]',
    'productionEnvironmentNotDeletable',
    'The production environment is a required component of the stack and cannot be deleted.',
  ],
  [
    '[S-249]',
    'environmentLocked',
    'One or more environments could not be deleted because they were currently locked by a running job. Try again when there are no running jobs affecting these environments.',
  ],
] as const)('[J-323] %s a refused submission shows its heading and why: %s', async ([, type, text]) => {
  await open(['QA'], { jobs: { provision: refusal(type, { detail: 'Locked: QA.' }) } })
  await submit.click()
  const alert = dialog.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem submitting the environment deletion job')
  await expect.element(alert).toHaveTextContent(text)
  await expect.element(alert).toHaveTextContent('Locked: QA.')
})
