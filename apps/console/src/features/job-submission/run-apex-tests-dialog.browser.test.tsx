import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { renderAt, type Surroundings } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'

const qa = sampleEnvironment({ id: id(31), slug: 'qa', name: 'QA', isProduction: false })
const stacks = [sampleStack({ environments: [sampleEnvironment(), qa] })]
const provisioned = [
  {
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700), commandName: 'RunApexTests' }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  },
]
const submitting = { jobs: { provision: provisioned, subscribeToProgress: forever } }
const dialog = page.getByRole('dialog', { name: 'Run Apex tests in environments' })
const classes = dialog.getByRole('textbox', { name: 'Test classes' })
const suites = dialog.getByRole('textbox', { name: 'Test suites' })
const most = dialog.getByRole('spinbutton', { name: 'Maximum number of failed tests' })
const submit = dialog.getByRole('button', { name: 'Submit' })

async function open(answers: Surroundings['answers'] = {}) {
  const opened = await renderAt('/workspaces/acme/stacks/core-crm/environments', {
    pushed: { stacks },
    answers: { ...environmentAnswers, ...answers },
  })
  await page.getByRole('checkbox', { name: 'QA' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  return opened
}

async function choose(level: string) {
  await dialog.getByRole('combobox', { name: 'Test level' }).click()
  await page.getByRole('option', { name: level }).click()
}

const filter = {
  include: { all: false, ids: [id(31)], tags: {} },
  thenExclude: { all: false, ids: [], tags: {} },
}

test('[J-027] [J-230] [J-274] environments, specified classes and suites, limit and coverage are submitted', async () => {
  const { server, path } = await open(submitting)
  await choose('Specified tests')
  await classes.fill('QuoteTest,  OrderTest;LeadTest')
  await suites.fill('Smoke;Nightly, Weekly')
  await most.fill('5')
  await dialog.getByRole('checkbox', { name: 'No code coverage' }).click()
  await submit.click()
  await expect.poll(path).toBe(`/workspaces/acme/stacks/core-crm/jobs/${id(700)}`)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toEqual({
      jobCommandName: 'RunApexTests',
      jobTemplate: {
        environmentFilter: filter,
        runAllTests: false,
        maxFailedTests: 5,
        noCodeCoverage: true,
        classNames: ['QuoteTest', 'OrderTest', 'LeadTest'],
        suiteNames: ['Smoke', 'Nightly', 'Weekly'],
      },
    })
})

test.each([
  ['Local tests', false],
  ['All tests in the org', true],
])(
  '[J-028] [J-029] [J-285] with %s class and suite names are disabled and sent as empty lists, and a blank limit as null',
  async (level, runAllTests) => {
    const { server } = await open(submitting)
    await choose('Specified tests')
    await expect.element(classes).toBeEnabled()
    await expect.element(suites).toBeEnabled()
    await classes.fill('QuoteTest')
    await suites.fill('Smoke')
    await most.fill('5')
    await most.fill('')
    await choose(level)
    await expect.element(classes).toBeDisabled()
    await expect.element(suites).toBeDisabled()
    await submit.click()
    await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
    await expect
      .poll(() => server.requests('jobs', 'provision')[0]?.body)
      .toMatchObject({
        jobTemplate: { runAllTests, maxFailedTests: null, classNames: [], suiteNames: [] },
      })
  },
)

test('[J-283] the test levels are those of a test run, and local tests are chosen at first', async () => {
  await open()
  const level = dialog.getByRole('combobox', { name: 'Test level' })
  await expect.element(level).toHaveTextContent('Local tests')
  await level.click()
  const options = page.getByRole('option')
  await expect
    .poll(() => options.elements().map((option) => option.textContent))
    .toEqual(['Specified tests', 'Local tests', 'All tests in the org'])
})

test('[J-284] names of classes and suites with other characters are refused', async () => {
  const { server } = await open()
  await choose('Specified tests')
  await classes.fill('Quote-Test')
  await suites.fill('Smoke!')
  await submit.click()
  await expect
    .element(
      dialog.getByText(
        'Test classes must be a set of valid Apex class names, separated by whitespace, comma or semicolon',
      ),
    )
    .toBeVisible()
  await expect
    .element(
      dialog.getByText(
        'Test suites must be a set of valid Apex test suite names, separated by whitespace, comma or semicolon',
      ),
    )
    .toBeVisible()
  expect(server.requests('jobs', 'provision')).toEqual([])
})

test('specified tests need a class or a suite', async () => {
  const { server } = await open(submitting)
  await choose('Specified tests')
  await submit.click()
  await expect
    .element(dialog.getByText('At least one test class or test suite must be specified'))
    .toBeVisible()
  expect(server.requests('jobs', 'provision')).toEqual([])
  await suites.fill('Smoke')
  await submit.click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
})

test('[J-030] the dialog says that tests cannot be run against production as part of a deployment', async () => {
  await open()
  await expect
    .element(dialog.getByText('Tests cannot be run against a production org as part of a deployment'))
    .toBeVisible()
})

test('[J-322] a refused submission says so under its heading', async () => {
  await open({ jobs: { provision: refusal('stackNotInitialized') } })
  await submit.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('There was a problem submitting the Apex test job')
})
