import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { classPath, hashes, profilePath, repositoryAnswers } from '../../testing/repository-samples.ts'
import { sampleEnvironment, sampleStack } from '../../testing/samples.ts'

const base = '/workspaces/acme/stacks/core-crm/repository'
const visit = (path: string, changes: NonNullable<Answers['repository']> = {}) =>
  renderAt(base + path, { answers: { repository: { ...repositoryAnswers, ...changes } } })
const veryFirst = {
  hash: hashes.branch,
  subject: 'The very first',
  authorName: 'Ada Example',
  authoredUtc: null,
  isMerge: false,
  changes: null,
}
const link = (name: string) => page.getByRole('link', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name })

test('the navigation of a stack leads to its repository: clone address and branches', async () => {
  const { path } = await renderAt('/workspaces/acme/stacks/core-crm/settings', {
    answers: { repository: repositoryAnswers },
  })
  await page.getByRole('link', { name: 'Git repository', exact: true }).click()
  await expect.poll(path).toBe(base)
  await expect.element(page.getByText('git clone https://sluice.example/git/core.git')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy clone address' })).toBeVisible()
  await expect.element(page.getByText('Your Sluice email address and password.')).toBeVisible()
  const table = page.getByRole('table', { name: 'Branches' })
  for (const text of ['main', 'default', 'env/qa', 'Try a longer timeout'])
    await expect.element(table.getByText(text, { exact: true })).toBeVisible()
  await expect.element(link('env/qa')).toHaveAttribute('href', `${base}/tree/env%2Fqa?path=`)
  await expect.element(link('Commits of env/qa')).toHaveAttribute('href', `${base}/commits/env%2Fqa`)
  await expect.poll(() => document.title).toContain('Git repository')
})

test('a repository without branches says so and offers no other page', async () => {
  await visit('', { listBranches: { branches: [], defaultBranch: 'main', isComplete: true } })
  await expect.element(page.getByText('No branches exist yet')).toBeVisible()
  expect(page.getByRole('link', { name: 'Files', exact: true }).elements()).toEqual([])
})

test('a list of branches that is cut says so', async () => {
  await visit('', { listBranches: { ...repositoryAnswers.listBranches, isComplete: false } })
  await expect
    .element(page.getByText('Only the 2 branches with the newest commits are listed.'))
    .toBeVisible()
})

test('a repository of somewhere else is not asked for', async () => {
  const stack = sampleStack({
    gitRepositoryIsManaged: false,
    gitRepositoryUrl: 'https://git.example/core.git',
    environments: [sampleEnvironment()],
  })
  await renderAt(base, { pushed: { stacks: [stack] } })
  await expect.element(page.getByText('This repository is hosted elsewhere')).toBeVisible()
  await expect
    .element(link('https://git.example/core.git'))
    .toHaveAttribute('href', 'https://git.example/core.git')
})

test('commits show who wrote them and what they changed, and more are loaded on demand', async () => {
  const { server } = await visit('/commits/main', {
    listCommits: ({ query }) =>
      query.skip === 0
        ? { ...repositoryAnswers.listCommits, nextSkip: 50 }
        : {
            ...repositoryAnswers.listCommits,
            commits: [veryFirst],
          },
  })
  const table = page.getByRole('table', { name: 'Commits' })
  await expect.element(table.getByText('ApexClass ErpSyncBatch, Profile Admin, notes.md')).toBeVisible()
  await expect.element(table.getByText('Jonas Becker').first()).toBeVisible()
  await expect.element(table.getByText('Too many files to list')).toBeVisible()
  await expect.element(table.getByText('Merge:')).toBeInTheDocument()
  await expect.element(link('Let the batch retry')).toHaveAttribute('href', `${base}/commit/${hashes.newest}`)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(table.getByText('The very first')).toBeVisible()
  await expect.element(page.getByText('Showing 3 commits')).toBeVisible()
  const asked = server.requests('repository', 'listCommits').map(({ query }) => query.skip)
  expect(new Set(asked)).toEqual(new Set([0, 50]))
})

test('another branch is chosen above the commits', async () => {
  const { path } = await visit('/commits/main')
  await page.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: 'env/qa' }).click()
  await expect.poll(path).toBe(`${base}/commits/env%2Fqa`)
})

test('a commit shows its message, its files, their elements in sentences and their lines', async () => {
  const { server } = await visit(`/commit/${hashes.newest}`)
  await expect.element(heading('Let the batch retry')).toBeVisible()
  for (const text of ['The ERP is away at night.', 'jonas@northbeam.example', '3 changed files'])
    await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByText('fieldPermissions Account.Rating: editable false → true')).toBeVisible()
  await expect.element(page.getByText('added: +  Integer tries = 3;').first()).toBeVisible()
  await expect
    .poll(() => server.requests('repository', 'getDifference').map(({ query }) => query))
    .toContainEqual({
      from: hashes.oldest,
      to: hashes.newest,
      path: profilePath,
    })
  await expect
    .element(page.getByRole('link', { name: `Open the file ${classPath}` }))
    .toHaveAttribute('href', expect.stringContaining(`/file/${hashes.newest}?`))
})

test('a difference is loaded when its file is opened', async () => {
  const files = Array.from({ length: 4 }, (_, index) => ({
    path: `f${index}`,
    changeType: 'Modified' as const,
    component: null,
  }))
  const { server } = await visit(`/commit/${hashes.newest}`, {
    getCommit: { ...repositoryAnswers.getCommit, changes: { files, total: 5 } },
  })
  const asked = () => new Set(server.requests('repository', 'getDifference').map(({ query }) => query.path))
  await expect.poll(asked).toEqual(new Set(['f0', 'f1', 'f2']))
  await page.getByRole('button', { name: 'f3' }).click()
  await expect.poll(asked).toEqual(new Set(['f0', 'f1', 'f2', 'f3']))
  await expect.element(page.getByText('Only the first 4 files are listed.')).toBeVisible()
})

test('a comparison begins with the default branch, and the sides can be swapped', async () => {
  const { path, server } = await visit('/compare')
  await expect.poll(path).toBe(`${base}/compare/main/env%2Fqa`)
  await expect
    .element(page.getByText('env/qa has 2 commits that main lacks; main has 1 commit that env/qa lacks.'))
    .toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Commits that are new' })).toBeVisible()
  await expect
    .poll(() => server.requests('repository', 'listCommits')[0]?.query)
    .toEqual({
      revision: hashes.branch,
      without: hashes.newest,
      skip: 0,
    })
  await page.getByRole('button', { name: 'Swap' }).click()
  await expect.poll(path).toBe(`${base}/compare/env%2Fqa/main`)
})

test('two names of one commit have no difference', async () => {
  await visit('/compare/main/env%2Fqa', {
    compare: {
      from: hashes.newest,
      to: hashes.newest,
      onlyInFrom: 0,
      onlyInTo: 0,
      changes: { files: [], total: 0 },
    },
  })
  await expect.element(page.getByText('main and env/qa are the same commit.')).toBeVisible()
})

test.each([
  ['', 'listBranches', 'There was a problem loading the branches'],
  ['/commits/main', 'listCommits', 'There was a problem loading the commits'],
  [`/commit/${hashes.newest}`, 'getCommit', 'There was a problem loading the commit'],
  ['/compare/main/main', 'compare', 'There was a problem loading the comparison'],
  ['/tree/main', 'listFolder', 'There was a problem loading the folder'],
  ['/file/main?path=a', 'getFile', 'There was a problem loading the file'],
] as const)('what could not be loaded at %j is asked for again', async (path, operation, text) => {
  let isAway = true
  const answer = repositoryAnswers[operation]
  const changes = {
    [operation]: () => {
      if (isAway) throw refusal('tooManyRequests')
      return answer
    },
  }
  await visit(path, changes)
  await expect.element(page.getByText(text)).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
})

test.each([
  ['/commits/gone', 'listCommits', 'There is no such branch or commit'],
  [`/commit/${hashes.newest}`, 'getCommit', 'There is no such commit'],
  ['/compare/main/gone', 'compare', 'There is no such branch or commit'],
  ['/tree/main?path=gone', 'listFolder', 'There is no such folder'],
  ['/file/main?path=gone', 'getFile', 'There is no such file'],
] as const)('what is not there at %j is told apart from an error', async (path, operation, text) => {
  await visit(path, { [operation]: refusal('entityNotFound') })
  await expect.element(page.getByText(text)).toBeVisible()
})

test('while a page loads it says so', async () => {
  await visit('/commits/main', { listCommits: forever })
  await expect.element(page.getByText('Loading', { exact: true })).toBeInTheDocument()
})
