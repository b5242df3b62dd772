import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { notLookedAt, sampleDifference, sameOnBothSides } from '../../testing/difference-samples.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { id, sampleEnvironment, sampleStack } from '../../testing/samples.ts'
import {
  environmentsAddress,
  sampleSandboxEnvironment,
  visitEnvironments,
} from '../../testing/visit-environments.ts'

const spent = 'The calls of today are used up.'
const environments = [
  sampleEnvironment(),
  sampleSandboxEnvironment(),
  sampleSandboxEnvironment({ id: id(32), slug: 'uat', name: 'UAT' }),
]

const visit = () =>
  visitEnvironments(environments, {
    pushed: {
      stacks: [sampleStack({ environments })],
      differences: [
        sampleDifference(),
        { ...sameOnBothSides(), environmentId: id(31) },
        sampleDifference({
          environmentId: id(32),
          changedInOrg: null,
          onBothSides: null,
          org: notLookedAt('budgetSpent', spent),
        }),
      ],
    },
    answers: {
      differences: {
        listSyncDebt: { sandboxes: [{ environmentId: id(31), commits: 1, components: 3, oldestUtc: null }] },
      },
    },
  })
const table = page.getByRole('table')

test('each environment says what differs, which leads to its difference, and when it was looked at', async () => {
  await visit()
  const difference = table.getByRole('link', { name: '3 to deploy · 2 changed in the org · 1 on both sides' })
  await expect
    .element(difference)
    .toHaveAttribute('href', `${environmentsAddress}/production/difference?show=all`)
  await expect.element(table.getByRole('link', { name: 'No difference' })).toBeVisible()
  await expect.element(table.getByRole('link', { name: '3 to deploy', exact: true })).toBeVisible()
  await expect.element(table.getByText(spent)).toBeVisible()
  expect(table.getByText(/^Org looked at/).elements()).toHaveLength(2)
})

test('a sandbox that lacks commits of production says how many, and no other', async () => {
  await visit()
  await expect.element(table.getByText('1 commit behind production')).toBeVisible()
  expect(table.getByText(/behind production/).elements()).toHaveLength(1)
})

test('the server is told that somebody looks at the stack', async () => {
  const { server } = await visit()
  await expect
    .poll(() => server.requests('differences', 'list').map(({ params }) => params.stackId))
    .toContain(id(2))
})

test('a pushed difference shows at once', async () => {
  const { server } = await visit()
  await expect.element(table.getByRole('link', { name: 'No difference' })).toBeVisible()
  server.push({
    type: 'pushDifferences',
    differences: [sampleDifference({ environmentId: id(31), toDeploy: 7 })],
  })
  await expect.element(table.getByRole('link', { name: /^7 to deploy/ })).toBeVisible()
})

test.for([360, 390, 800, 1100, 1280, 1366, 1440])(
  'the list is not wider than a window of %i px',
  async (width) => {
    await page.viewport(width, 800)
    onTestFinished(() => page.viewport(1280, 800))
    await visit()
    await expect.element(table.getByText(spent)).toBeVisible()
    const frame = page.getByRole('region', { name: 'Environments' }).element()
    for (const each of [document.documentElement, frame])
      await expect.poll(() => each.scrollWidth - each.clientWidth).toBe(0)
  },
)

test('the list is accessible', async () => {
  await visit()
  await expect.element(table.getByText(spent)).toBeVisible()
  await expectAccessible()
})
