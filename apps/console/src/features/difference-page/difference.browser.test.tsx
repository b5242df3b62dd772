import type { DifferenceComponent } from '@sluice/contract/difference'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import {
  differenceAnswers,
  sampleComponents,
  sampleDifference,
  sameOnBothSides,
} from '../../testing/difference-samples.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { id, sampleEnvironment } from '../../testing/samples.ts'
import { visitDifference } from '../../testing/visit-difference.ts'
import { environmentsAddress, visitEnvironments } from '../../testing/visit-environments.ts'

const address = `${environmentsAddress}/production/difference`

const list = page.getByRole('region', { name: 'Components' })
const lines = () =>
  list
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent)
const link = (name: RegExp) => list.getByRole('link', { name })
const chip = (name: RegExp) => page.getByRole('navigation', { name: 'Direction' }).getByRole('link', { name })
const button = (name: RegExp) => page.getByRole('button', { name })

async function narrowTo(width: number) {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(1280, 800))
}

test('the components that differ are listed by type, each with what happened on which side', async () => {
  await visitDifference()
  await expect
    .poll(lines)
    .toEqual([
      'ApexClass2',
      'ErpSyncModified in GitModified in the orgConflict',
      'PricingAdded in Git',
      'CustomField1',
      'Account.Rating__cDeleted in Git',
      'ValidationRule1',
      'Order.LimitAdded in the org',
    ])
  await expect.poll(() => document.title).toBe('Difference · Production · Core CRM · Acme Corp · Sluice')
  await expect
    .element(page.getByText('main is 2 commits ahead; the org has 2 changes that Git does not know.'))
    .toBeVisible()
})

test.for([
  [/^To deploy 3$/, 'toDeploy', 5],
  [/^Changed in the org 2$/, 'inOrg', 4],
  [/^On both sides 1$/, 'both', 2],
] as const)('the chip %s narrows the list, and stands in the address', async ([name, show, count]) => {
  const { router } = await visitDifference()
  await chip(name).click()
  await expect.poll(() => lines().length).toBe(count)
  expect(router.state.location.search).toEqual({ show })
  await expect.element(chip(name)).toHaveAttribute('aria-current', 'page')
})

test('the filter finds components by name and author; one that finds nothing can be cleared', async () => {
  await visitDifference()
  const filter = page.getByRole('searchbox', { name: 'Filter components' })
  await filter.fill('jonas')
  await expect.poll(lines).toEqual(['ApexClass1', 'ErpSyncModified in GitModified in the orgConflict'])
  await expect.element(page.getByText('Showing 1 of 4 total')).toBeVisible()
  await filter.fill('nothing')
  await button(/^Clear filter$/).click()
  await expect.poll(() => lines().length).toBe(7)
})

test('a component shows both sides with sentences, lines and authors, loaded when it is opened', async () => {
  const { server, router } = await visitDifference()
  await expect.element(link(/^ErpSync/)).toBeVisible()
  expect(server.requests('differences', 'getComponent')).toEqual([])
  await link(/^ErpSync/).click()
  const details = page.getByRole('article', { name: 'ApexClass ErpSync' })
  await expect.element(details.getByText('the method run changed')).toBeVisible()
  await expect
    .element(details.getByText('Both sides changed the same place; a flow in needs a decision.'))
    .toBeVisible()
  await expect.element(details.getByText(/^Jonas Becker, /)).toBeVisible()
  await expect.element(details.getByText('Let the batch retry')).toBeVisible()
  await expect.element(details.getByText('Other components lie in this file too.')).toBeVisible()
  const added = details.getByRole('row', { name: /added: .*tries = 3/ })
  expect(added.elements()).toHaveLength(2)
  const asked = server.requests('differences', 'getComponent').map(({ query }) => query)
  expect(asked).toContainEqual({ componentType: 'ApexClass', componentName: 'ErpSync' })
  expect(new Set(asked.map(({ componentName }) => componentName)).size).toBe(1)
  expect(router.state.location.search).toMatchObject({ component: 'ApexClass ErpSync' })
  await expect.element(link(/^ErpSync/)).toHaveAttribute('aria-current', 'page')
})

test('the component of an address that does not differ any more says so', async () => {
  await visitDifference({}, { search: '?component=ApexClass%20Gone' })
  await expect.element(page.getByText('This component does not differ any more')).toBeVisible()
})

test('a new revision fetches the list again, and the former one stays until it is there', async () => {
  let components: DifferenceComponent[] = sampleComponents
  const { server } = await visitDifference({
    listComponents: () => ({ ...differenceAnswers.listComponents, components }),
  })
  await expect.poll(() => lines().length).toBe(7)
  const before = server.requests('differences', 'listComponents').length
  components = sampleComponents.slice(0, 1)
  server.push({ type: 'pushDifferences', differences: [sampleDifference({ revision: 2 })] })
  await expect.poll(() => lines().length).toBe(2)
  await expect.poll(() => server.requests('differences', 'listComponents')).toHaveLength(before + 1)
})

test('a difference without components says so', async () => {
  const components: DifferenceComponent[] = []
  await visitDifference(
    {
      listComponents: { difference: sameOnBothSides(), components, sameOnBothSides: [], commits: [] },
    },
    { difference: sameOnBothSides() },
  )
  await expect.element(page.getByText('main and the org do not differ.')).toBeVisible()
  await expect.element(page.getByText('Nothing differs that is known')).toBeVisible()
})

test('the page and "Check now" ask the server to look, and it says while it looks', async () => {
  const { server } = await visitDifference({ check: null })
  const looks = () => server.requests('differences', 'check').map(({ params }) => params.environmentId)
  await expect.poll(looks).toEqual([id(30)])
  await button(/^Check now$/).click()
  await expect.poll(looks).toEqual([id(30), id(30)])
  const looking = { ...sampleDifference().org, state: 'looking' as const }
  server.push({ type: 'pushDifferences', differences: [sampleDifference({ org: looking })] })
  await expect.element(page.getByText('Looking now')).toBeVisible()
  await expect.element(button(/^Check now$/)).toHaveAttribute('aria-disabled', 'true')
})

test('an environment that is not initialized cannot be looked at', async () => {
  await visitEnvironments([sampleEnvironment({ isInitialized: false })], { below: '/production/difference' })
  await expect.element(button(/^Check now$/)).toHaveAttribute('aria-disabled', 'true')
})

test('a refused "Check now" says why', async () => {
  await visitDifference({ check: refusal('internalServerError') })
  await button(/^Check now$/).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('There was a problem looking at the org')
})

test.for([
  [sampleDifference(), 'Flow in 2 changes', 'Flow in environments'],
  [sampleDifference({ changedInOrg: 0, onBothSides: 0 }), 'Flow out 3 components', 'Flow out environments'],
] as const)('%#: the primary action "%s" opens its dialog', async ([difference, name, title]) => {
  await visitDifference({}, { difference })
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect.element(dialog.getByText('Production').first()).toBeVisible()
})

test('a flow out of what the filter leaves has everything else as left out', async () => {
  await visitDifference()
  await chip(/^On both sides 1$/).click()
  await button(/^Flow out the 1 shown$/).click()
  const dialog = page.getByRole('dialog', { name: 'Flow out environments' })
  const inDialog = (name: string) => dialog.getByRole('checkbox', { name: `Deploy ${name}` })
  await expect.element(inDialog('ApexClass ErpSync')).toBeChecked()
  await expect.element(inDialog('ApexClass Pricing')).not.toBeChecked()
  await expect.element(inDialog('CustomField Account.Rating__c')).not.toBeChecked()
  await expect
    .element(dialog.getByRole('button', { name: 'Deploy 1 component to Northbeam Lighting production' }))
    .toBeVisible()
})

test('of five thousand components only those in sight are in the page, also after a filter', async () => {
  const components = Array.from({ length: 5_000 }, (_, index): DifferenceComponent => ({
    componentType: `Type${Math.floor(index / 100)}`,
    componentName: `Component${index}`,
    outbound: null,
    inbound: { changeType: 'Modified', who: null, changedUtc: null },
    merge: null,
  }))
  await visitDifference({ listComponents: { ...differenceAnswers.listComponents, components } })
  await expect.element(page.getByText('Showing 5,000 of 5,000 total')).toBeVisible()
  expect(lines().length).toBeLessThan(60)
  await page.getByRole('searchbox', { name: 'Filter components' }).fill('component4')
  await expect.element(page.getByText('Showing 1,111 of 5,000 total')).toBeVisible()
  await expect.element(link(/^Component4\D/)).toBeVisible()
  expect(lines().length).toBeLessThan(60)
})

test.for([360, 800, 1100, 1280, 1440])('the page is not wider than a window of %i px', async (width) => {
  await narrowTo(width)
  await visitDifference({}, { search: '?component=ApexClass%20ErpSync' })
  await expect.element(page.getByText('the method run changed')).toBeVisible()
  const content = page.getByRole('main').element().parentElement ?? document.body
  for (const each of [document.documentElement, content])
    await expect.poll(() => each.scrollWidth - each.clientWidth).toBe(0)
})

test('on a narrow page the details stand in the place of the list, with a way back', async () => {
  await narrowTo(800)
  await visitDifference()
  await link(/^ErpSync/).click()
  await expect.element(page.getByRole('article')).toBeVisible()
  expect(list.elements()).toEqual([])
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect.element(list).toBeVisible()
})

test('the page is accessible, and a component is opened by keyboard', async () => {
  await visitDifference()
  await expect.element(link(/^Pricing/)).toBeVisible()
  const first = link(/^Pricing/).element()
  if (first instanceof HTMLElement) first.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('An earlier flow out left it out.')).toBeVisible()
  await expectAccessible()
})

test('the tab "Flow" is the current one', async () => {
  const { path } = await visitDifference()
  const tabs = page.getByRole('navigation', { name: 'Environment' })
  await expect.element(tabs.getByRole('link', { name: 'Flow' })).toHaveAttribute('aria-current', 'page')
  expect(path()).toBe(address)
})
