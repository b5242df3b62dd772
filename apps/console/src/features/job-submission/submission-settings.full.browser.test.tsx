import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever } from '../../testing/answers.ts'
import { modesOf } from '../../testing/modes-of.ts'
import { openFlowDialog } from '../../testing/open-flow-dialog.ts'
import { id, sampleJob } from '../../testing/samples.ts'

const made = {
  wasProvisioned: true,
  jobDetails: sampleJob({ id: id(700) }),
  validationErrors: [],
  missingAuthorizationDetails: [],
}
const submitting = { jobs: { provision: [made], subscribeToProgress: forever } }

test('[J-261] semantic merge is on by default, and switched off it is sent as SkipAll', async () => {
  const { server } = await openFlowDialog('Flow in', ['QA'], submitting)
  const semantic = page.getByRole('checkbox', { name: 'Semantic merge' })
  await expect.element(semantic).toBeChecked()
  await semantic.click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({ jobTemplate: { semanticMergeStrategy: 'SkipAll' } })
})

test('[J-267] the number of attempts is 5 by default, has the step 1 and the minimum 1', async () => {
  const { server } = await openFlowDialog('Flow out', ['QA'], submitting)
  const attempts = page.getByRole('spinbutton', { name: 'Maximum number of attempts' })
  await expect.element(attempts).toHaveValue(5)
  await expect.element(attempts).toHaveAttribute('min', '1')
  await expect.element(attempts).toHaveAttribute('step', '1')
  await attempts.fill('0')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(attempts).toHaveAttribute('aria-invalid', 'true')
  expect(server.requests('jobs', 'provision')).toEqual([])
  await attempts.fill('1')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({ jobTemplate: { maxNumberAttempts: 1 } })
})

test('[J-273][J-275] specified tests need at least one class, and classes are words with separators', async () => {
  const { server } = await openFlowDialog('Flow out', ['QA'], submitting)
  await page.getByRole('combobox', { name: 'Test level' }).click()
  await page.getByRole('option', { name: 'Specified tests' }).click()
  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect
    .element(
      page.getByText("At least one test class must be specified when using test level 'RunSpecifiedTests'"),
    )
    .toBeVisible()
  const classes = page.getByRole('textbox', { name: 'Test classes' })
  await classes.fill('Quote-Test')
  await submit.click()
  await expect
    .element(
      page.getByText(
        'Test classes must be a set of valid Apex class names, separated by whitespace, comma or semicolon',
      ),
    )
    .toBeVisible()
  expect(server.requests('jobs', 'provision')).toEqual([])
  await classes.fill('Quote_Test1, OrderTest;LeadTest  CaseTest')
  await submit.click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobTemplate: { testClassesToRun: ['Quote_Test1', 'OrderTest', 'LeadTest', 'CaseTest'] },
    })
})

test('[J-298] jobs that were not made are counted', async () => {
  const refused = {
    wasProvisioned: false,
    jobDetails: null,
    validationErrors: [],
    missingAuthorizationDetails: [{ operation: 'startFlow', resource: 'Environment' }],
  }
  await openFlowDialog('Flow in', ['Production', 'QA'], {
    jobs: { provision: [made, refused, refused] },
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect
    .element(page.getByRole('dialog').getByRole('alert'))
    .toHaveTextContent(
      '2 of 3 jobs could not provisioned due to validation errors and/or missing permissions.',
    )
})

test('[J-289] the mode Tags needs at least one tag', async () => {
  const { server } = await openFlowDialog('Flow in', [], submitting)
  await modesOf('Include')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('At least one tag must be specified')).toBeVisible()
  expect(server.requests('jobs', 'provision')).toEqual([])
})

test('[J-016] the input "Then exclude" offers Environments, Tags and None, and is None by default', async () => {
  await openFlowDialog('Flow in', [])
  const exclusion = page.getByRole('combobox', { name: 'Then exclude' })
  await expect.element(exclusion).toHaveTextContent('None')
  expect((await modesOf('Then exclude')).toSorted()).toEqual(['Environments', 'None', 'Tags'])
})
