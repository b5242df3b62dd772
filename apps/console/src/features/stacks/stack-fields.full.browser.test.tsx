import type { Schedule } from '@sluice/contract/schedule'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { differenceAnswers, sampleDifference } from '../../testing/difference-samples.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'
import { sampleSandbox, sampleSandboxEnvironment } from '../../testing/visit-environments.ts'

const address = '/workspaces/acme/stacks/core-crm'
const main = page.getByRole('main')
const link = (name: string) => main.getByRole('link', { name, exact: true })
const gitDisplayInfo = {
  providerDisplayName: 'Git of Acme',
  repositoryDisplayUrl: 'https://git.example/core',
  commitDetailsDisplayUrlTemplate: 'https://git.example/core/commit/{hash}',
  commitCompareDisplayUrlTemplate: 'https://git.example/core/compare/{from}...{to}',
}
const environments = [sampleEnvironment(), sampleSandboxEnvironment()]
const custom = sampleStack({
  environments,
  gitRepositoryIsManaged: false,
  gitRepositoryUrl: 'https://git.example/core.git',
  gitUsernameIsSet: true,
  gitUsernameClearText: 'bot',
  gitPasswordIsSet: true,
  gitDisplayInfo,
})
const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  id: id(80),
  workspaceId: id(1),
  stackId: id(2),
  createdUtc: '2026-01-31T12:00:00.000Z',
  createdByUserId: id(90),
  runAsUserId: id(90),
  name: 'Nightly',
  description: null,
  isEnabled: true,
  jobCommandName: 'FlowIn',
  jobTemplate: {},
  recurrence: '0 2 * * *',
  nextOccurrenceUtc: null,
  lastExecutedUtc: null,
  problems: [],
  ...changes,
})
const ofAnotherStack = { id: id(99), stackId: id(3) }

test('[S-135] the settings show every field of the stack, its environments and schedules; other pages its jobs, branches and sandboxes', async () => {
  const jobs = [sampleJob(), sampleJob({ ...ofAnotherStack, commandName: 'FlowOut' })]
  const { server, router } = await renderAt(`${address}/settings`, {
    pushed: { stacks: [custom], jobs },
    answers: {
      ...environmentAnswers,
      stacks: { ...environmentAnswers.stacks, listSandboxes: [sampleSandbox()] },
    },
  })
  const schedules = [schedule(), schedule({ ...ofAnotherStack, name: 'Of another stack' })]
  await page.getByRole('button', { name: 'Raw JSON' }).click()
  await expect.element(main.getByText('"core-crm"')).toBeVisible()
  server.push({ type: 'pushSchedules', schedules })
  await expect.element(main.getByText('"Nightly"')).toBeInTheDocument()
  const shown: unknown = JSON.parse(
    page.getByLabelText('Raw JSON of the stack', { exact: true }).element().textContent,
  )
  const { productionEnvironment, ...fields } = custom
  expect(productionEnvironment?.id).toBe(id(30))
  expect(shown).toEqual({ ...fields, productionEnvironment, schedules: schedules.slice(0, 1) })
  await router.navigate({ href: `${address}/environments` })
  await expect.element(link('f00dfeed00')).toBeVisible()
  await expect.element(main.getByText('Developer Pro sandbox')).toBeVisible()
  await router.navigate({ href: `${address}/jobs` })
  await expect.element(main.getByText('Flow in Production')).toBeVisible()
  expect(main.getByText('Flow out Production').elements()).toEqual([])
})

test('[S-136] the display of the Git provider gives its name and the addresses of repository, commit and comparison', async () => {
  const { router } = await renderAt(`${address}/settings`, {
    pushed: { stacks: [custom], differences: [sampleDifference()] },
    answers: {
      ...environmentAnswers,
      differences: { ...environmentAnswers.differences, ...differenceAnswers },
    },
  })
  await expect.element(main.getByText(gitDisplayInfo.providerDisplayName, { exact: true })).toBeVisible()
  await expect
    .element(link('https://git.example/core.git'))
    .toHaveAttribute('href', gitDisplayInfo.repositoryDisplayUrl)
  await router.navigate({ href: `${address}/environments/production/flow` })
  await expect
    .element(link('f00dfeed00'))
    .toHaveAttribute('href', 'https://git.example/core/commit/f00dfeed00000000000000000000000000000001')
  const { sinceCommitHash, headCommitHash } = sampleDifference().branch
  await expect
    .element(link('2 commits ahead'))
    .toHaveAttribute('href', `https://git.example/core/compare/${sinceCommitHash}...${headCommitHash}`)
})

test('the commits ahead of a repository that is hosted here lead to its comparison', async () => {
  await renderAt(`${address}/environments/production/flow`, {
    pushed: { stacks: [sampleStack({ environments })], differences: [sampleDifference()] },
    answers: {
      ...environmentAnswers,
      differences: { ...environmentAnswers.differences, ...differenceAnswers },
    },
  })
  const { sinceCommitHash, headCommitHash } = sampleDifference().branch
  await expect
    .element(link('2 commits ahead'))
    .toHaveAttribute('href', `${address}/repository/compare/${sinceCommitHash}/${headCommitHash}`)
})
