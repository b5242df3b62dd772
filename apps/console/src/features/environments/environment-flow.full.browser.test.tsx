import type { Environment } from '@sluice/contract/environment'
import type { EnvironmentDifference } from '@sluice/contract/difference'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  differenceAnswers,
  notLookedAt,
  sampleDifference,
  sameOnBothSides,
} from '../../testing/difference-samples.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'
import {
  environmentsAddress,
  sampleSandboxEnvironment,
  visitEnvironments,
} from '../../testing/visit-environments.ts'

const main = page.getByRole('main')
const text = (value: string | RegExp) => main.getByText(value)

interface FlowPage {
  environment?: Environment
  difference?: EnvironmentDifference | null
  jobs?: ReturnType<typeof sampleJob>[]
}

const visit = ({
  environment = sampleEnvironment(),
  difference = sampleDifference(),
  jobs = [],
}: FlowPage = {}) =>
  visitEnvironments([environment], {
    below: `/${environment.slug}/flow`,
    pushed: {
      stacks: [sampleStack({ environments: [environment] })],
      differences: difference ? [difference] : [],
      jobs,
    },
    answers: {
      differences: {
        ...differenceAnswers,
        listSyncDebt: {
          sandboxes: [
            { environmentId: id(31), commits: 4, components: 9, oldestUtc: '2026-01-28T12:00:00.000Z' },
          ],
        },
      },
    },
  })
const listItems = (name: string) =>
  main
    .getByRole('list', { name })
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent.replace(/, \d+ \w+ ago$/, ''))

test('the branch shows its commits ahead and the components that wait for the org', async () => {
  await visit()
  await expect.element(text('2 commits ahead').first()).toBeVisible()
  await expect
    .poll(() => listItems('Commits ahead'))
    .toEqual(['Let the batch retry0000000000Mara Lindqvist', 'Drop the rating1111111111Mara Lindqvist'])
  expect(listItems('3 components to deploy')).toEqual([
    expect.stringMatching(/^ApexClass ErpSyncModified: Mara Lindqvist.*Conflict$/),
    'ApexClass PricingAdded: Mara Lindqvist',
    'CustomField Account.Rating__cDeleted: Mara Lindqvist',
  ])
})

test('the org shows who changed what in it, each with the way to its difference', async () => {
  await visit()
  await expect
    .poll(() => listItems('2 components changed in the org'))
    .toEqual([
      expect.stringMatching(/^ApexClass ErpSyncModified: Jonas Becker.*Conflict$/),
      'ValidationRule Order.LimitAdded: Unknown user',
    ])
  await expect
    .element(main.getByRole('link', { name: 'ValidationRule Order.Limit' }))
    .toHaveAttribute(
      'href',
      `${environmentsAddress}/production/difference?show=inOrg&component=ValidationRule+Order.Limit`,
    )
})

test('a long list is cut, and says how to see all of it', async () => {
  await visit({ difference: sampleDifference({ changedInOrg: 1_204 }) })
  await expect
    .element(main.getByRole('link', { name: 'Show all 1,204' }))
    .toHaveAttribute('href', `${environmentsAddress}/production/difference?show=inOrg`)
})

test.for([
  [
    sampleDifference(),
    'main is 2 commits ahead; the org has 2 changes that Git does not know.',
    'Flow in 2 changes',
  ],
  [
    sampleDifference({ changedInOrg: 0 }),
    'main is 2 commits ahead; the org has no change that Git does not know.',
    'Flow out 3 components',
  ],
  [sameOnBothSides(), 'main and the org do not differ.', 'Check now'],
  [null, 'What differs is not known yet.', 'Check now'],
] as const)(
  '%#: one sentence says "%s", and one action follows from it',
  async ([difference, sentence, action]) => {
    await visit({ difference })
    await expect.element(text(sentence)).toBeVisible()
    const primary = [...document.querySelectorAll('main button')].filter((each) =>
      each.className.includes('bg-accent '),
    )
    expect(primary.map((each) => each.textContent.trim())).toEqual([action])
  },
)

test('why the org was not looked at stands beside it', async () => {
  const reason = 'The calls of today are used up.'
  await visit({
    difference: sampleDifference({ changedInOrg: null, org: notLookedAt('budgetSpent', reason) }),
  })
  await expect.element(text(reason)).toBeVisible()
  await expect.element(text('Not known yet.')).toBeVisible()
})

test('a sandbox says what it lacks of production, and since when', async () => {
  const difference = sampleDifference({ environmentId: id(31) })
  await visit({ environment: sampleSandboxEnvironment(), difference })
  await expect.element(text(/^4 commits behind production, the oldest \d+ months ago$/)).toBeVisible()
})

const mergeFrom = 'Start a flow merge from another environment'
const mergeInto = 'Start a flow merge into another environment'

test('[S-125] the header and the diagram of branch and org start the flows that exist', async () => {
  await visit()
  const started = ['Start a flow in', 'Start a flow out', mergeFrom, mergeInto]
  await expect.element(main.getByRole('button', { name: mergeInto, exact: true })).toBeVisible()
  const words = started.map((name) => main.getByRole('button', { name, exact: true }).element().textContent)
  expect(words.map((word) => word.trim())).toEqual(['Flow in', 'Flow out', 'Merge from', 'Merge into'])
  for (const name of ['Flow in', 'Flow out', 'Merge into', ...started])
    await expect.element(main.getByRole('button', { name, exact: true })).toBeEnabled()
  await expect.element(text('Git branch')).toBeVisible()
  await expect.element(text('Salesforce org').last()).toBeVisible()
})

test('the latest jobs of the environment are listed, the newest first, and no more than five', async () => {
  const jobs = Array.from({ length: 7 }, (_, index) =>
    sampleJob({
      id: id(70 + index),
      createdUtc: `2026-01-1${index}T12:00:00.000Z`,
      commandName: index === 6 ? 'FlowOut' : 'FlowIn',
    }),
  )
  const elsewhere = sampleJob({ id: id(80), affectedEnvironments: [{ environmentId: id(31), role: 'None' }] })
  await visit({ jobs: [...jobs, elsewhere] })
  const links = main.getByRole('link', { name: /^Flow (in|out) Production$/ })
  await expect.poll(() => links.elements().length).toBe(5)
  expect(links.elements()[0]?.getAttribute('href')).toContain(id(76))
  await expect
    .element(main.getByRole('link', { name: 'All jobs' }))
    .toHaveAttribute('href', expect.stringMatching(/\/jobs$/))
})

test('an environment without jobs says so', async () => {
  await visit()
  await expect.element(text('No job has run in this environment yet.')).toBeVisible()
})

test.for([360, 390, 800, 1100, 1280, 1440])('the page is not wider than a window of %i px', async (width) => {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(1280, 800))
  await visit()
  await expect.element(text('ValidationRule Order.Limit')).toBeVisible()
  const content = main.element().parentElement ?? document.body
  for (const each of [document.documentElement, content])
    await expect.poll(() => each.scrollWidth - each.clientWidth).toBe(0)
})

test('the page is accessible', async () => {
  await visit({ jobs: [sampleJob()] })
  await expect.element(text('ValidationRule Order.Limit')).toBeVisible()
  await expectAccessible()
})

test('what arrives after the page is painted moves nothing', async () => {
  const shifts = observeShifts()
  await visit({ jobs: [sampleJob()] })
  await expect.element(text('ValidationRule Order.Limit')).toBeVisible()
  expect(shifts()).toBeLessThanOrEqual(0.05)
})

/** The layout shift of everything from now on, as the browser scores it. */
function observeShifts(): () => number {
  let sum = 0
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) if ('value' in entry && typeof entry.value === 'number') sum += entry.value
  }
  const observer = new PerformanceObserver((found) => add(found.getEntries()))
  observer.observe({ type: 'layout-shift' })
  onTestFinished(() => observer.disconnect())
  return () => {
    add(observer.takeRecords())
    return sum
  }
}
