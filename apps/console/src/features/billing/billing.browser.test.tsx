import type { Billing } from '@sluice/contract/billing'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id } from '../../testing/samples.ts'

const address = '/workspaces/acme/billing'
const unlimited = { inUseQuantity: 7, entitlementQuantity: null, availableQuantity: null }
const sampleBilling = (changes: Partial<Billing> = {}): Billing => ({
  currentPeriodStartsUtc: '2026-01-01T00:00:00.000Z',
  currentPeriodEndsUtc: '2026-02-01T00:00:00.000Z',
  subscriptionStatus: 'Active',
  dataRetentionPeriod: '90 days',
  usage: {
    Environments: { inUseQuantity: 2, entitlementQuantity: 3, availableQuantity: 1 },
    ConcurrentWorkers: { inUseQuantity: 2, entitlementQuantity: 2, availableQuantity: 0 },
    ActiveWorkerMinutes: { inUseQuantity: 1234, entitlementQuantity: null, availableQuantity: null },
    PassiveWorkerMinutes: { inUseQuantity: 56, entitlementQuantity: null, availableQuantity: null },
  },
  ...changes,
})

const visit = (getBilling: NonNullable<Answers['workspaces']>['getBilling']) =>
  renderAt(address, { answers: { workspaces: { getBilling } } })
const card = (name: string) => page.getByRole('region', { name, exact: true })
/** The texts of a card: label and quantity in turn. */
const quantities = (name: string) =>
  [...card(name).element().querySelectorAll('dt, dd')].map((each) => each.textContent)
const bar = (name: string) => page.getByRole('progressbar', { name })

const dayMs = 86_400_000

test.for([
  [0.9, '0', '0 of 31 days passed'],
  [11.3, '35', '11 of 31 days passed'],
  [30.9, '96', '30 of 31 days passed'],
  [33, '100', '31 of 31 days passed'],
] as const)(
  '[W-159][W-206] after %d of 31 days the bar shows %s percent: %s',
  async ([passed, percent, days]) => {
    const starts = Date.now() - passed * dayMs
    await visit(
      sampleBilling({
        currentPeriodStartsUtc: new Date(starts).toISOString(),
        currentPeriodEndsUtc: new Date(starts + 31 * dayMs).toISOString(),
      }),
    )
    const period = bar('Days of the billing period that have passed')
    await expect.element(period).toHaveAttribute('aria-valuenow', percent)
    await expect.element(page.getByText(days)).toBeVisible()
  },
)

test('[W-159] the period is named by its first and its last day', async () => {
  await visit(sampleBilling())
  await expect.element(page.getByText('1 January 2026 to 31 January 2026')).toBeVisible()
})

test('[W-161][W-207] the number that the retention begins with is shown as days', async () => {
  await visit(sampleBilling({ dataRetentionPeriod: '45.00:00:00' }))
  await expect.element(page.getByText('45 days.')).toBeVisible()
  await expect.poll(() => document.title).toBe('Billing and usage · Acme Corp · Sluice')
})

test('[W-162][W-163][W-206][W-208][W-209] each kind of usage has a card with what is in use, allowed and left', async () => {
  const { server } = await visit(sampleBilling())
  await expect.element(card('Environments')).toBeVisible()
  const texts = ['Environments', 'Concurrent workers', 'Active worker minutes', 'Passive worker minutes']
  expect(texts.map((name) => quantities(name))).toEqual([
    ['In use', '2', 'Entitlement', '3', 'Available', '1'],
    ['In use', '2', 'Entitlement', '2', 'Available', '0'],
    ['In use', '1,234', 'Entitlement', 'Unlimited', 'Available', 'Unlimited'],
    ['In use', '56', 'Entitlement', 'Unlimited', 'Available', 'Unlimited'],
  ])
  await expect
    .poll(() => server.requests('workspaces', 'getBilling')[0]?.params)
    .toEqual({ workspaceId: id(1) })
})

test.for([
  ['Active', 'Active', 'The subscription is valid and active.'],
  ['Paused', 'Paused', 'The subscription is not active, but it can be re-activated.'],
  ['Unpaid', 'Unpaid', 'The subscription is suspended due to overdue payment.'],
  ['Terminated', 'Terminated', 'The subscription is cancelled.'],
] as const)(
  '[W-160][W-219][W-234] the status %s is shown as %s: %s',
  async ([status, label, explanation]) => {
    await visit(sampleBilling({ subscriptionStatus: status }))
    await expect.element(page.getByText(label, { exact: true })).toBeVisible()
    await expect.element(page.getByText(explanation)).toBeVisible()
  },
)

test('[W-235] any other status is unknown', async () => {
  await visit(sampleBilling({ subscriptionStatus: 'Suspended' }))
  await expect.element(page.getByText('Unknown', { exact: true })).toBeVisible()
  expect(page.getByText('Suspended').elements()).toEqual([])
})

test.for([
  [1, 3, '33', null],
  [199, 200, '99', null],
  [3, 3, '100', 'Limit reached'],
  [5, 3, '100', 'Limit exceeded'],
  [0, 0, '100', 'Limit reached'],
] as const)('[W-397][W-398][W-399] %i of %i is %s percent, %s', async ([used, limit, percent, label]) => {
  const usage = {
    inUseQuantity: used,
    entitlementQuantity: limit,
    availableQuantity: Math.max(0, limit - used),
  }
  await visit(
    sampleBilling({ usage: { ...sampleBilling().usage, Environments: usage, ConcurrentWorkers: unlimited } }),
  )
  await expect.element(bar('Environments in use')).toHaveAttribute('aria-valuenow', percent)
  const chips = card('Environments')
    .getByText(/^Limit (reached|exceeded)$/)
    .elements()
    .map((chip) => chip.textContent)
  expect(chips).toEqual(label === null ? [] : [label])
  expect(bar('Concurrent workers in use').elements()).toEqual([])
})

test('[W-397] more than the limit is told as more than 100 percent', async () => {
  const usage = { inUseQuantity: 5, entitlementQuantity: 3, availableQuantity: 0 }
  await visit(sampleBilling({ usage: { ...sampleBilling().usage, Environments: usage } }))
  await expect.element(card('Environments').getByText('166 %')).toBeVisible()
})

test('[W-164] what could not be loaded is told, and loaded again', async () => {
  let isAway = true
  await visit(() => {
    if (isAway) throw refusal('internalServerError')
    return sampleBilling()
  })
  const panel = page.getByRole('alert')
  await expect.element(panel).toHaveTextContent('There was a problem loading your billing information')
  isAway = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(card('Environments')).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})

test('[W-172] the navigation of the workspace leads to its pages', async () => {
  const { path } = await renderAt('/workspaces/acme/settings', {
    answers: { workspaces: { getBilling: sampleBilling() } },
  })
  const navigation = page.getByRole('navigation', { name: 'Workspace' })
  const pages = [
    ['Stacks', 'stacks'],
    ['Settings', 'settings'],
    ['Members', 'members'],
    ['Invitations', 'invitations'],
    ['Billing and usage', 'billing'],
  ] as const
  for (const [name, last] of pages)
    await expect
      .element(navigation.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', `/workspaces/acme/${last}`)
  await navigation.getByRole('link', { name: 'Billing and usage' }).click()
  await expect.element(page.getByRole('heading', { name: 'Billing and usage' })).toBeVisible()
  expect(path()).toBe('/workspaces/acme/billing')
})
