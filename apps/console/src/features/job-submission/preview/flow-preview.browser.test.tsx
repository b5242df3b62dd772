import type { Environment } from '@sluice/contract/environment'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever } from '../../../testing/answers.ts'
import {
  differenceAnswers,
  notLookedAt,
  sampleComponents,
  sampleDifference,
} from '../../../testing/difference-samples.ts'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { id, sampleEnvironment, sampleJob } from '../../../testing/samples.ts'
import { sampleSandboxEnvironment, visitEnvironments } from '../../../testing/visit-environments.ts'

const provision = [
  {
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700) }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  },
]
const flowOut = page.getByRole('dialog', { name: 'Flow out environments' })
const flowIn = page.getByRole('dialog', { name: 'Flow in environments' })
const components = page.getByRole('dialog').getByRole('region', { name: 'Components' })
const lines = () =>
  components
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent)
const submit = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

interface Opened {
  environment?: Environment
  difference?: ReturnType<typeof sampleDifference>
  differences?: NonNullable<Answers['differences']>
}

/** Opens the dialog of a flow from the page of an environment. */
async function open(flow: 'Flow in' | 'Flow out', given: Opened = {}) {
  const { environment = sampleEnvironment(), difference = sampleDifference(), differences = {} } = given
  const opened = await visitEnvironments([environment], {
    below: `/${environment.slug}/settings`,
    pushed: { differences: [{ ...difference, environmentId: environment.id }] },
    answers: {
      differences: { ...differenceAnswers, ...differences },
      jobs: { provision, subscribeToProgress: forever },
    },
  })
  await page.getByRole('main').getByRole('button', { name: flow, exact: true }).click()
  return opened
}

test('a flow out shows by type what it will do, deletions apart, and whose changes it would overwrite', async () => {
  await open('Flow out')
  await expect
    .poll(lines)
    .toEqual([
      'Deleted from the org1',
      expect.stringMatching(/^CustomField Account\.Rating__cDeleted/),
      'ApexClass2',
      expect.stringMatching(/^ErpSyncModifiedModified in the org by Jonas Becker, in the same place$/),
      expect.stringMatching(/^PricingAddedAn earlier flow out left it out/),
    ])
  await expect
    .element(
      flowOut.getByText('2 components: 1 added, 1 modified. 1 component will be deleted from the org.'),
    )
    .toBeVisible()
  await expect.element(flowOut.getByText('Overwrites 1 change in the org by Jonas Becker.')).toBeVisible()
  await expect
    .element(
      flowOut.getByText('All tests of the org but those of packages run, because Apex goes to production.'),
    )
    .toBeVisible()
  await expectAccessible()
})

test('[J-006] the button names the deed and the production org once the preview is known', async () => {
  await open('Flow out')
  await expect.element(submit('Cancel')).toBeVisible()
  await expect.element(submit('Deploy 3 components to Northbeam Lighting production')).toBeVisible()
  await flowOut.getByRole('radio', { name: /^Validate only/ }).click()
  await expect.element(submit('Validate 3 components in Northbeam Lighting production')).toBeVisible()
})

test('it begins with the environment it was opened for, marked as production, and can be made for others', async () => {
  await open('Flow out')
  await expect.element(flowOut.getByText('PROD', { exact: true })).toBeVisible()
  expect(flowOut.getByRole('combobox', { name: 'Include' }).elements()).toEqual([])
  await flowOut.getByRole('button', { name: 'Choose others' }).click()
  await expect.element(flowOut.getByRole('combobox', { name: 'Include' })).toHaveTextContent('Environments')
})

test('what is left out is submitted with the preview that was shown', async () => {
  const { server, path } = await open('Flow out')
  await flowOut.getByRole('checkbox', { name: 'Deploy ApexClass Pricing' }).click()
  await expect.element(submit('Deploy 2 components to Northbeam Lighting production')).toBeVisible()
  await submit('Deploy 2 components to Northbeam Lighting production').click()
  await expect.poll(path).toBe(`/workspaces/acme/stacks/core-crm/jobs/${id(700)}`)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobCommandName: 'FlowOut',
      jobTemplate: {
        previews: [{ environmentId: id(30), revision: 1 }],
        excludedComponents: [
          { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Pricing' },
        ],
      },
    })
})

test('what somebody left out of an earlier flow out is not ticked, and says who did that', async () => {
  const leftOut = { byUserId: id(10), utc: '2026-01-30T12:00:00.000Z' }
  const listed = sampleComponents.map((one) =>
    one.componentName === 'Account.Rating__c' && one.outbound !== null
      ? { ...one, outbound: { ...one.outbound, leftOut } }
      : one,
  )
  const { server } = await open('Flow out', {
    differences: { listComponents: { ...differenceAnswers.listComponents, components: listed } },
  })
  const choice = flowOut.getByRole('checkbox', { name: 'Deploy CustomField Account.Rating__c' })
  await expect.element(choice).not.toBeChecked()
  await expect.element(flowOut.getByText(/^Left out by /)).toBeVisible()
  await submit('Deploy 2 components to Northbeam Lighting production').click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobTemplate: { excludedComponents: [{ componentName: 'Account.Rating__c' }], excludedWait: false },
    })
})

test('what Salesforce never deploys cannot be chosen and is not counted', async () => {
  const rating = sampleComponents.map((one) =>
    one.componentName === 'Account.Rating__c' && one.outbound !== null
      ? { ...one, outbound: { ...one.outbound, isDeployable: false } }
      : one,
  )
  await open('Flow out', {
    differences: { listComponents: { ...differenceAnswers.listComponents, components: rating } },
  })
  const choice = flowOut.getByRole('checkbox', { name: 'Deploy CustomField Account.Rating__c' })
  await expect.element(choice).toHaveAttribute('aria-disabled', 'true')
  await expect.element(choice).not.toBeChecked()
  await expect.element(submit('Deploy 2 components to Northbeam Lighting production')).toBeVisible()
})

test('what both sides have already counts, because the job deploys it', async () => {
  const same = {
    componentType: 'ApexClass',
    componentName: 'Twin',
    outbound: 'Modified' as const,
    inbound: 'Modified' as const,
  }
  await open('Flow out', {
    differences: { listComponents: { ...differenceAnswers.listComponents, sameOnBothSides: [same] } },
  })
  await expect.element(components.getByText('Both sides have it already')).toBeVisible()
  await expect.element(submit('Deploy 4 components to Northbeam Lighting production')).toBeVisible()
})

test('a component opens with its differences beside the list', async () => {
  await open('Flow out')
  await flowOut.getByRole('button', { name: 'Show how ApexClass ErpSync differs' }).click()
  const details = flowOut.getByRole('article', { name: 'ApexClass ErpSync' })
  await expect.element(details.getByText('the method run changed')).toBeVisible()
  await expect.element(details.getByRole('heading', { name: 'Changed in the org' })).toBeVisible()
})

test('while nothing is known the button reads "Submit", and nothing is said about what was shown', async () => {
  const difference = sampleDifference({
    toDeploy: null,
    branch: { ...sampleDifference().branch, state: 'unknown', reason: 'No flow has ended yet.' },
  })
  const { server } = await open('Flow out', { difference })
  await expect.element(flowOut.getByText('It is not known yet what will happen.')).toBeVisible()
  await expect.element(flowOut.getByText('No flow has ended yet.')).toBeVisible()
  await submit('Submit').click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({ jobTemplate: { previews: [] } })
})

test('a comparison with the org is known only by the job', async () => {
  await open('Flow out')
  await expect.element(submit('Deploy 3 components to Northbeam Lighting production')).toBeVisible()
  await flowOut.getByRole('button', { name: 'Advanced' }).click()
  await flowOut.getByRole('combobox', { name: 'Diff mode' }).click()
  await page.getByRole('option', { name: 'Org' }).click()
  await expect.element(flowOut.getByText(/What it will change is known only then\./)).toBeVisible()
  await expect.element(submit('Submit')).toBeVisible()
})

test('the dialog looks when it opens, and "Check now" looks again', async () => {
  const { server } = await open('Flow out', { differences: { check: null } })
  await expect.poll(() => server.requests('differences', 'check').length).toBe(1)
  await flowOut.getByRole('button', { name: 'Check now' }).click()
  await expect.poll(() => server.requests('differences', 'check').length).toBe(2)
})

test('Auto says what it means for the environment', async () => {
  await open('Flow out', {
    environment: sampleSandboxEnvironment({ latestKnownParityCommitHashOutbound: 'a'.repeat(40) }),
  })
  await flowOut.getByRole('button', { name: 'Advanced' }).click()
  await expect.element(flowOut.getByText(/Auto → History\./)).toBeVisible()
  await expect.element(flowOut.getByText(/Auto → Always, sandbox\./)).toBeVisible()
})

test.for([
  ['Validate only', { checkOnly: true, allOrNothing: false, testLevel: null }],
  ['Deploy all or nothing', { checkOnly: false, allOrNothing: true, testLevel: null }],
  ['Deploy and run given tests', { checkOnly: false, allOrNothing: false, testLevel: 'RunSpecifiedTests' }],
] as const)('the preset "%s" submits its settings', async ([name, settings]) => {
  const { server } = await open('Flow out', { environment: sampleSandboxEnvironment() })
  await flowOut.getByRole('radio', { name: new RegExp(`^${name}`) }).click()
  const classes = flowOut.getByRole('textbox', { name: 'Test classes' })
  if (settings.testLevel !== null) await classes.fill('QuoteTest')
  await flowOut.getByRole('button', { name: /^(Deploy|Validate) 3 components (to|in) QA$/ }).click()
  await expect.poll(() => server.requests('jobs', 'provision').length).toBe(1)
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({ jobTemplate: settings })
})

test('a flow in shows what it brings and which changes need a decision; all of it comes', async () => {
  await open('Flow in')
  await expect
    .poll(lines)
    .toEqual([
      'ApexClass1',
      expect.stringMatching(/^ErpSyncModified/),
      'ValidationRule1',
      expect.stringMatching(/^Order\.LimitAdded/),
    ])
  expect(components.getByRole('checkbox').elements()).toEqual([])
  await expect
    .element(
      flowIn.getByText(
        '1 component changed in the same place in branch and org: the merge needs a decision.',
      ),
    )
    .toBeVisible()
  await expect.element(submit('Bring 2 components from Northbeam Lighting production into Git')).toBeVisible()
})

test('force lists what it throws away before it is submitted', async () => {
  await open('Flow in')
  expect(flowIn.getByRole('checkbox', { name: 'No confirm' }).elements()).toEqual([])
  await flowIn.getByRole('checkbox', { name: 'Force' }).click()
  await expect
    .element(flowIn.getByText('Force throws away 3 changes that only the branch main has.'))
    .toBeVisible()
  const lost = flowIn.getByRole('list', { name: 'Thrown away in Production' }).getByRole('listitem')
  await expect
    .poll(() => lost.elements().map((line) => line.textContent))
    .toEqual([
      'CustomField Account.Rating__c Deleted in Git',
      'ApexClass ErpSync Modified in Git',
      'ApexClass Pricing Added in Git',
    ])
  await expect.element(flowIn.getByRole('checkbox', { name: 'No confirm' })).toBeVisible()
})

test('an org that nobody has looked at leaves a flow in unknown', async () => {
  const org = notLookedAt('failed', 'Salesforce is away.')
  await open('Flow in', { difference: sampleDifference({ changedInOrg: null, org }) })
  await expect.element(flowIn.getByText('It is not known yet what will happen.')).toBeVisible()
  await expect.element(flowIn.getByText('Salesforce is away.')).toBeVisible()
  await expect.element(submit('Submit')).toBeVisible()
})
