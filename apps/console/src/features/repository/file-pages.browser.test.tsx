import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Answers } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { hashes, profilePath, repositoryAnswers } from '../../testing/repository-samples.ts'

const base = '/workspaces/acme/stacks/core-crm/repository'
const visit = (path: string, changes: NonNullable<Answers['repository']> = {}) =>
  renderAt(base + path, { answers: { repository: { ...repositoryAnswers, ...changes } } })
const fileAt = (path: string, view = 'code') => `/file/main?path=${encodeURIComponent(path)}&view=${view}`
const file = repositoryAnswers.getFile

test('a folder lists folders, files, links and submodules', async () => {
  const { router } = await visit('/tree/main')
  const table = page.getByRole('table', { name: 'Files' })
  for (const text of ['Folder', 'File', 'Symbolic link', 'Submodule'])
    await expect.element(table.getByText(text, { exact: true })).toBeVisible()
  await table.getByRole('link', { name: 'src' }).click()
  await expect.poll(() => router.state.location.search).toEqual({ path: 'src' })
  await expect
    .element(page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'root' }))
    .toBeVisible()
})

test('a folder of thousands is loaded in pages', async () => {
  const entries = Array.from({ length: 1_000 }, (_, index) => ({ name: `f${index}`, kind: 'file' as const }))
  const { server } = await visit('/tree/main', {
    listFolder: ({ query }) => ({
      hash: hashes.newest,
      total: 1_001,
      entries: query.skip === 0 ? entries : [{ name: 'last', kind: 'file' }],
      nextSkip: query.skip === 0 ? 1_000 : null,
    }),
  })
  await expect.element(page.getByText('Showing 1,000 of 1,001 entries')).toBeVisible()
  expect(document.querySelectorAll('tbody tr').length).toBeLessThan(80)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('Showing 1,001 of 1,001 entries')).toBeVisible()
  const asked = server.requests('repository', 'listFolder').map(({ query }) => query.skip)
  expect(new Set(asked)).toEqual(new Set([0, 1_000]))
})

test('names with characters that hide what they say are shown with them', async () => {
  await visit('/tree/main', {
    listFolder: {
      hash: hashes.newest,
      total: 1,
      nextSkip: null,
      entries: [{ name: 'a\u202eslc.\u0007', kind: 'file' }],
    },
  })
  await expect.element(page.getByRole('link', { name: 'a<U+202E>slc.␇' })).toBeVisible()
})

test('a file shows its lines with numbers and colours, and what it is', async () => {
  await visit(fileAt(profilePath))
  await expect.element(page.getByRole('heading', { name: 'Admin.profile' })).toBeVisible()
  await expect.element(page.getByText('Profile Admin')).toBeVisible()
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect
    .element(lines.getByRole('listitem').nth(4))
    .toHaveTextContent('5 <field>Account.Rating</field>')
  const tag = lines.getByText('<field', { exact: true }).first().element()
  const value = lines.getByText('Account.Rating').first().element()
  expect(getComputedStyle(tag).color).not.toBe(getComputedStyle(value).color)
})

test.for([
  ['', 'Branches'],
  ['/tree/main', 'Files'],
  [fileAt(profilePath), 'Files'],
  ['/commits/main', 'Commits'],
  [`/commit/${hashes.newest}`, 'Commits'],
  ['/compare', 'Compare'],
] as const)('on the page %s the tab %s is the current one, and no other', async ([path, tab]) => {
  await visit(path)
  const tabs = page.getByRole('navigation', { name: 'Git repository' })
  await expect.element(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
  expect(tabs.element().querySelectorAll('[aria-current]')).toHaveLength(1)
})

test('the frame of a short file ends below its last line', async () => {
  await visit(fileAt(profilePath))
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect.element(lines.getByText('Account.Rating').first()).toBeVisible()
  const last = lines.getByRole('listitem').last()
  const gap = () =>
    lines.element().getBoundingClientRect().bottom - last.element().getBoundingClientRect().bottom
  await expect.poll(gap).toBeLessThan(20)
})

test('of a long file only the lines in sight are in the page', async () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}`).join('\n')
  await visit(`${fileAt('long.txt')}&line=15000`, { getFile: { ...file, component: null, text } })
  await expect.element(page.getByText('line 15000', { exact: true })).toBeVisible()
  expect(page.getByRole('region', { name: 'Lines' }).getByRole('listitem').elements().length).toBeLessThan(
    150,
  )
})

test.each([
  ['binary', 'This is not text, so its content is not shown.'],
  ['tooLarge', 'This file is too large to be shown here.'],
  ['link', 'It names ../elsewhere.'],
  ['submodule', 'This is a commit of another repository'],
] as const)('a file of the kind %s says why its content is not shown', async (kind, sentence) => {
  await visit(fileAt('x'), { getFile: { ...file, kind, text: kind === 'link' ? '../elsewhere' : '' } })
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(page.getByRole('region', { name: 'Lines' }).elements()).toEqual([])
})

test('an empty file and one that is no UTF-8 say so', async () => {
  await visit(fileAt('x'), { getFile: { ...file, text: '', isUtf8: false } })
  await expect.element(page.getByText('This file is empty')).toBeVisible()
  await expect.element(page.getByText('Not UTF-8, shown as Windows-1252')).toBeVisible()
})

test('blame names who wrote each line, at the commit that the text was read at', async () => {
  const { server } = await visit(fileAt(profilePath))
  await page.getByRole('link', { name: 'Blame' }).click()
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect
    .element(lines.getByRole('link', { name: /^Jonas Becker/ }))
    .toHaveAttribute('href', `${base}/commit/${hashes.newest}`)
  await expect.element(lines.getByRole('listitem').nth(3)).toHaveTextContent(/^Jonas Becker.*4 <editable>/)
  const asked = server.requests('repository', 'getBlame').map(({ query }) => query.revision)
  expect(new Set(asked)).toEqual(new Set([hashes.newest]))
})

test('the elements of a file name who wrote them last, and lead to their lines', async () => {
  const { router } = await visit(fileAt(profilePath, 'elements'))
  const table = page.getByRole('table', { name: 'Elements' })
  await expect.element(table.getByRole('row').nth(1)).toHaveTextContent(/Account\.Rating.*Jonas Becker/)
  await expect.element(table.getByRole('row').nth(2)).toHaveTextContent(/Account\.Site.*Mara Lindqvist/)
  await page.getByRole('searchbox', { name: 'Filter elements' }).fill('rating')
  await expect.element(page.getByText('Showing 1 of 2 total')).toBeVisible()
  await table.getByRole('link', { name: 'fieldPermissions Account.Rating' }).click()
  await expect.poll(() => router.state.location.search).toMatchObject({ view: 'blame', line: 3 })
})

test('a file without elements says so', async () => {
  await visit(fileAt('A.cls', 'elements'), { getBlame: { ...repositoryAnswers.getBlame, elements: null } })
  await expect.element(page.getByText('This file has no elements to name')).toBeVisible()
})
