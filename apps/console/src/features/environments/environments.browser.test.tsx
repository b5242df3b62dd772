import type { Environment } from '@sluice/contract/environment'
import type { ProblemError } from '@sluice/contract/client'
import type { JobWithNotices } from '@sluice/contract/job'
import type { RemoteRef } from '@sluice/contract/stacks'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { renderAt, type Surroundings } from '../../testing/render-at.tsx'
import {
  environmentAnswers,
  id,
  sampleBranch,
  sampleEnvironment,
  sampleJob,
  sampleStack,
} from '../../testing/samples.ts'

const address = '/workspaces/acme/stacks/core-crm/environments'
const sandbox = (changes: Partial<Environment> = {}) =>
  sampleEnvironment({ id: id(31), slug: 'qa', name: 'QA', isProduction: false, ...changes })

const visit = (environments: Environment[], surroundings: Surroundings = {}) =>
  renderAt(address, {
    ...surroundings,
    pushed: { stacks: [sampleStack({ environments })], ...surroundings.pushed },
    answers: { ...environmentAnswers, ...surroundings.answers },
  })
/** One environment with some jobs. */
const visitJobs = (...jobs: Partial<JobWithNotices>[]) =>
  visit([sampleEnvironment()], {
    pushed: {
      stacks: [sampleStack({ environments: [sampleEnvironment()] })],
      jobs: jobs.map((job, index) => sampleJob({ id: id(70 + index), ...job })),
    },
  })
const table = page.getByRole('table')
const columns = () =>
  table
    .getByRole('columnheader')
    .elements()
    .map((element) => element.textContent)
    .filter(Boolean)
const link = (name: string) => table.getByRole('link', { name, exact: true })
const rowNames = () =>
  page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .elements()
    .map((each) => each.getAttribute('aria-label'))

test('[S-082][S-083] production and sandboxes are groups, each sorted by name whatever its case', async () => {
  await visit([sandbox({ id: id(32), slug: 'uat', name: 'uat' }), sandbox(), sampleEnvironment()])
  await expect.poll(rowNames).toEqual(['Select Production', 'Select QA', 'Select uat'])
  const groups = [...document.querySelectorAll('th[scope=rowgroup]')].map((group) => group.textContent)
  expect(groups).toEqual(['Production 1', 'Sandboxes 2'])
  await expect.poll(() => document.title).toBe('Environments · Core CRM · Acme Corp · Sluice')
})

test('[S-080][S-084][S-085] the default columns are shown, and the others can be chosen, but for the locked ones', async () => {
  await visit([sampleEnvironment()])
  await expect
    .poll(columns)
    .toEqual(['Name', 'Status', 'Difference', 'Git branch', 'Salesforce org', 'Created', 'Tags'])
  await page.getByRole('button', { name: 'Columns' }).click()
  const choices = page.getByRole('menuitemcheckbox')
  await expect
    .poll(() => choices.elements().map((choice) => choice.textContent))
    .toEqual([
      'Name',
      'Status',
      'Difference',
      'Git branch',
      'Salesforce org',
      'API version',
      'Created',
      'Created by',
      'Slug',
      'ID',
      'Tags',
    ])
  const locked = choices.elements().filter((choice) => choice.getAttribute('aria-disabled') === 'true')
  expect(locked.map((choice) => choice.textContent)).toEqual(['Name', 'Git branch', 'Salesforce org'])
})

test('[W-142] columns and filter of the table are kept for the next visit', async () => {
  const { router } = await visit([sampleEnvironment(), sandbox()])
  await page.getByRole('searchbox', { name: 'Filter environments' }).fill('qa')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Slug' }).click()
  await router.navigate({ to: '/profile' })
  await expect.element(page.getByRole('heading', { name: 'Alice Moreau' })).toBeVisible()
  await router.navigate({ href: address })
  await expect.poll(rowNames).toEqual(['Select QA'])
  expect(columns()).toContain('Slug')
})

test('[S-076][S-087][S-089] the filter narrows the list, and the footer counts', async () => {
  await visit([sampleEnvironment(), sandbox()])
  await expect.element(page.getByText('Showing 2 of 2 total')).toBeVisible()
  const filter = page.getByRole('searchbox', { name: 'Filter environments' })
  await filter.fill('QA')
  await expect.element(page.getByText('Showing 1 of 2 total')).toBeVisible()
  expect(rowNames()).toEqual(['Select QA'])
  await filter.fill('nothing')
  await expect.element(page.getByText('No environments match your filter criteria')).toBeVisible()
})

test('[S-077][S-078][S-079] "Only mine" keeps what the user created, and is remembered', async () => {
  const { router } = await visit([sampleEnvironment(), sandbox({ createdByUserId: id(91) })])
  await page.getByRole('checkbox', { name: 'Only mine' }).click()
  await expect.poll(rowNames).toEqual(['Select Production'])
  await router.navigate({ to: '/profile' })
  await router.navigate({ href: address })
  await expect.element(page.getByRole('checkbox', { name: 'Only mine' })).toBeChecked()
})

test('[S-086] a stack without environments says so', async () => {
  await visit([])
  await expect.element(page.getByText('No environments exist in this stack')).toBeVisible()
})

test('[S-093][W-039] the name leads to the environment, and that to its flow', async () => {
  const { path } = await visit([sampleEnvironment()])
  await table.getByRole('link', { name: 'Production' }).click()
  await expect.poll(path).toBe(`${address}/production/flow`)
})

test('[S-090] the flow menu and "Test" are enabled only when the stack is initialized', async () => {
  const { server } = await visit([sampleEnvironment()])
  const starts = page.getByRole('button', { name: /^(Flow|Test)$/ })
  const areEnabled = () => starts.elements().map((start) => start.matches(':enabled:not([aria-disabled])'))
  await expect.poll(areEnabled).toEqual(starts.elements().map(() => true))
  await expect.element(page.getByRole('button', { name: 'Flow', exact: true })).toBeEnabled()
  const environments = [sampleEnvironment()]
  server.push({ type: 'pushStacks', stacks: [sampleStack({ isInitialized: false, environments })] })
  await expect.poll(areEnabled).toEqual(starts.elements().map(() => false))
})

test('[S-074][S-075] the toolbar starts flows, runs tests, edits tags and deletes', async () => {
  await visit([sampleEnvironment()])
  const toolbar = page.getByRole('toolbar', { name: 'Environment actions' })
  for (const name of ['Flow', 'Test', 'Tags', 'Delete'])
    await expect.element(toolbar.getByRole('button', { name, exact: true })).toBeVisible()
  await toolbar.getByRole('button', { name: 'Flow', exact: true }).click()
  const items = page.getByRole('menuitem')
  await expect
    .poll(() => items.elements().map((item) => item.textContent.trim()))
    .toEqual(['Flow in', 'Flow out', 'Flow merge'])
})

test('[S-094][S-095][S-096][S-097] the branch and its commit lead to the provider', async () => {
  const stack = sampleStack({
    gitRepositoryIsManaged: false,
    environments: [
      sampleEnvironment({
        gitBranchDisplayUrl: 'https://git.example/tree/main',
        gitBranchEditorUrl: 'https://ide.example/main',
      }),
    ],
    gitDisplayInfo: {
      providerDisplayName: 'Git',
      repositoryDisplayUrl: null,
      commitDetailsDisplayUrlTemplate: 'https://git.example/commit/{hash}',
      commitCompareDisplayUrlTemplate: null,
    },
  })
  await renderAt(address, { pushed: { stacks: [stack] }, answers: environmentAnswers })
  await expect.element(link('main')).toHaveAttribute('href', 'https://git.example/tree/main')
  await expect.element(link('Open in IDE')).toHaveAttribute('href', 'https://ide.example/main')
  const { directTargetIdentifier: hash } = sampleBranch()
  await expect.element(link(hash.slice(0, 10))).toHaveAttribute('href', `https://git.example/commit/${hash}`)
})

test('without addresses of the provider branch and commit are text', async () => {
  const stack = sampleStack({ gitRepositoryIsManaged: false, environments: [sampleEnvironment()] })
  await visit([], { pushed: { stacks: [stack] } })
  await expect.element(table.getByText(sampleBranch().directTargetIdentifier.slice(0, 10))).toBeVisible()
  expect(table.getByRole('link', { name: 'main' }).elements()).toEqual([])
  expect(table.getByRole('link', { name: 'Open in IDE' }).elements()).toEqual([])
})

test('[S-099] while the branches are fetched the card says so', async () => {
  await visit([sampleEnvironment()], { answers: { stacks: { listBranches: forever } } })
  await expect.element(table.getByText('Fetching branch info')).toBeVisible()
})

test.for<{ listBranches: RemoteRef[] | ProblemError }>([
  { listBranches: [] },
  { listBranches: refusal('gitCredentialsInvalid') },
])('[S-100] a branch that the repository does not name is not available: %o', async (stacks) => {
  await visit([sampleEnvironment()], { answers: { stacks } })
  await expect.element(table.getByText('Branch info not available')).toBeVisible()
})

test('[S-098] undeployed components with errors are counted in a badge that leads to them', async () => {
  const none = { revisionId: id(81), components: [], nextAfter: null }
  const { path } = await visit([sampleEnvironment()], {
    pushed: {
      undeployedSets: [{ environmentId: id(30), revisionId: id(81), totalCount: 3, withErrorsCount: 2 }],
    },
    answers: { environments: { ...environmentAnswers.environments, listUndeployedComponents: none } },
  })
  await table.getByRole('link', { name: '2 undeployed components with errors' }).click()
  await expect.poll(path).toBe(`${address}/production/undeployed`)
})

test('[S-112] an inherited API version mode says so', async () => {
  await visit([sampleEnvironment(), sandbox({ sfdcApiVersionMode: 'Latest' })])
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'API version' }).click()
  await expect.element(table.getByText('Latest')).toBeInTheDocument()
  expect(table.getByText('Inferred from stack').elements()).toHaveLength(1)
})

test('[S-113] tags are shown with name and value', async () => {
  await visit([sampleEnvironment({ tags: { stage: 'live' } })])
  await expect.element(table.getByText('stage')).toBeVisible()
  await expect.element(table.getByText('live')).toBeVisible()
})

test('[S-115] a locked environment is marked', async () => {
  await visit([sampleEnvironment({ isLocked: true })])
  await expect.element(table.getByText('Locked')).toBeVisible()
})

const ended = (outcome: 'Succeeded' | 'Failed') =>
  ({ status: 'Ended', outcome, endedUtc: '2026-01-31T13:00:00.000Z' }) as const

test.for([
  ['[S-116]', 'Flow in running', { status: 'Queued' }],
  ['[S-116]', 'Flow in running', { status: 'Running' }],
  ['[S-117]', 'Flow in succeeded', ended('Succeeded')],
  ['[S-118]', 'Flow in (failed)', ended('Failed')],
] as const)('%s the chip reads "%s" and leads to the job: %o', async ([, text, job]) => {
  await visitJobs(job)
  const chip = table.getByRole('link', { name: text })
  await expect.element(chip).toHaveAttribute('href', expect.stringContaining(`/jobs/${id(70)}`))
})

test.for([
  [{ status: 'Running', hasPendingInquiries: true }, { status: 'Running' }],
  [{ status: 'Running' }, { status: 'Queued' }],
  [{ status: 'Queued' }, ended('Succeeded')],
] as const)('[S-170] of two jobs the chip shows the first of %o, which is older', async ([first, second]) => {
  await visitJobs(first, { ...second, createdUtc: '2026-02-01T12:00:00.000Z' })
  const chip = table.getByRole('link', { name: /^Flow in/ })
  await expect.element(chip).toHaveAttribute('href', expect.stringContaining(`/jobs/${id(70)}`))
})

test.for([
  { status: 'Pending' },
  { status: 'Cancelling' },
  { ...ended('Succeeded'), commandInput: { checkOnly: true } },
  { ...ended('Succeeded'), outcome: 'Cancelled' },
] as const)('[S-171] the chip shows the job before %o', async (ignored) => {
  await visitJobs(ended('Failed'), { ...ignored, createdUtc: '2026-02-01T12:00:00.000Z' })
  const chip = table.getByRole('link', { name: /^Flow in/ })
  await expect.element(chip).toHaveTextContent('Flow in (failed)')
  await expect.element(chip).toHaveAttribute('href', expect.stringContaining(`/jobs/${id(70)}`))
})
