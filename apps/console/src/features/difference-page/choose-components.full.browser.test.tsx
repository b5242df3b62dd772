import type { DifferenceComponent } from '@sluice/contract/difference'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { forever } from '../../testing/answers.ts'
import { differenceAnswers, sampleComponents, sampleDifference } from '../../testing/difference-samples.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { id, sampleJob } from '../../testing/samples.ts'
import { visitDifference } from '../../testing/visit-difference.ts'

const list = page.getByRole('region', { name: 'Components' })
const button = (name: RegExp) => page.getByRole('button', { name })
const chip = (name: RegExp) => page.getByRole('navigation', { name: 'Direction' }).getByRole('link', { name })
const all = page.getByRole('checkbox', { name: 'Select all shown to deploy' })
const left = (componentType: string, componentName: string) => ({
  packageName: 'unpackaged',
  componentType,
  componentName,
})
const choice = (name: string) => list.getByRole('checkbox', { name: `Select ${name} to deploy` })
const dialog = page.getByRole('dialog', { name: 'Flow out environments' })
const inDialog = (name: string) => dialog.getByRole('checkbox', { name: `Deploy ${name}` })
const provision = [
  {
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700) }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  },
]

test('chosen components open the dialog of a flow out with all others left out, and only they are submitted', async () => {
  const twin = {
    componentType: 'ApexClass',
    componentName: 'Twin',
    outbound: 'Modified' as const,
    inbound: 'Modified' as const,
  }
  const { server } = await visitDifference(
    { listComponents: { ...differenceAnswers.listComponents, sameOnBothSides: [twin] } },
    { jobs: { provision, subscribeToProgress: forever } },
  )
  await choice('ApexClass Pricing').click()
  await button(/^Flow out 1 chosen component$/).click()
  await expect
    .element(dialog.getByRole('status').getByText('This began with the 1 component that you chose.'))
    .toBeVisible()
  await expect.element(dialog.getByText('3 others are left out.')).toBeVisible()
  await expect.element(inDialog('ApexClass Pricing')).toBeChecked()
  for (const name of ['ApexClass ErpSync', 'CustomField Account.Rating__c', 'ApexClass Twin'])
    await expect.element(inDialog(name)).not.toBeChecked()
  await dialog
    .getByRole('button', { name: 'Deploy 1 component to Northbeam Lighting production', exact: true })
    .click()
  await expect
    .poll(() => server.requests('jobs', 'provision')[0]?.body)
    .toMatchObject({
      jobTemplate: {
        previews: [{ environmentId: id(30), revision: 1 }],
        excludedComponents: [
          left('CustomField', 'Account.Rating__c'),
          left('ApexClass', 'ErpSync'),
          left('ApexClass', 'Twin'),
        ],
      },
    })
})

test('"Select all shown to deploy" chooses the deployable components that pass the filter, and they stay chosen when a filter hides them', async () => {
  await visitDifference()
  await expect.element(all).not.toBeChecked()
  await page.getByRole('searchbox', { name: 'Filter components' }).fill('ErpSync')
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(2)
  await all.click()
  await expect.element(button(/^Flow out 1 chosen component$/)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter components' }).fill('')
  await expect.element(all).toHaveAttribute('aria-checked', 'mixed')
  await all.click()
  await expect.element(button(/^Flow out 3 chosen components$/)).toBeVisible()
  expect(list.getByRole('checkbox').elements()).toHaveLength(3)
  await chip(/^Changed in the org 2$/).click()
  await expect.element(page.getByText('3 selected')).toBeVisible()
  await button(/^Clear$/).click()
  await chip(/^All 4$/).click()
  await expect.element(all).not.toBeChecked()
  expect(button(/^Flow out \d+ chosen/).elements()).toEqual([])
})

test('components are chosen by keyboard, and the page stays accessible', async () => {
  await visitDifference()
  await expect.element(choice('ApexClass ErpSync')).toBeVisible()
  const first = choice('ApexClass ErpSync').element()
  if (first instanceof HTMLElement) first.focus()
  await userEvent.keyboard(' {Tab}{Tab} ')
  await expect.element(choice('ApexClass ErpSync')).toBeChecked()
  await expect.element(choice('ApexClass Pricing')).toBeChecked()
  await expect.element(button(/^Flow out 2 chosen components$/)).toBeVisible()
  await expectAccessible()
})

test('a component that Salesforce never deploys cannot be chosen, and says so', async () => {
  const components = sampleComponents.map((one) =>
    one.componentName === 'Account.Rating__c' && one.outbound !== null
      ? { ...one, outbound: { ...one.outbound, isDeployable: false } }
      : one,
  )
  await visitDifference({ listComponents: { ...differenceAnswers.listComponents, components } })
  await expect.element(list.getByText('Deleted in Git, cannot be deployed')).toBeVisible()
  await expect.element(choice('CustomField Account.Rating__c')).toHaveAttribute('aria-disabled', 'true')
  await all.click()
  await expect.element(button(/^Flow out 2 chosen components$/)).toBeVisible()
})

test('a component that begins to differ while the dialog is open is left out too, until a person includes everything', async () => {
  let components: DifferenceComponent[] = sampleComponents
  const { server } = await visitDifference({
    listComponents: () => ({
      ...differenceAnswers.listComponents,
      difference: sampleDifference({ revision: components.length - 3 }),
      components,
    }),
  })
  await choice('ApexClass Pricing').click()
  await button(/^Flow out 1 chosen component$/).click()
  await expect.element(dialog.getByText('2 others are left out.')).toBeVisible()
  const later = sampleComponents.slice(0, 1).map((one) => ({ ...one, componentName: 'Later' }))
  components = [...sampleComponents, ...later]
  server.push({ type: 'pushDifferences', differences: [sampleDifference({ revision: 2 })] })
  await expect.element(dialog.getByText('3 others are left out.')).toBeVisible()
  await expect.element(inDialog('ApexClass Later')).not.toBeChecked()
  await inDialog('ApexClass ErpSync').click()
  await expect
    .element(dialog.getByRole('button', { name: 'Deploy 2 components to Northbeam Lighting production' }))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Include everything' }).click()
  await expect.element(inDialog('ApexClass Later')).toBeChecked()
  await expect
    .element(dialog.getByRole('button', { name: 'Deploy 4 components to Northbeam Lighting production' }))
    .toBeVisible()
})
