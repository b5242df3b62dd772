import { writeCommits } from '@sluice/git/write-commits'
import { describe, expect, test } from 'vitest'
import { problemOf } from '../api/testing/test-app.ts'
import { git } from '../git-host/testing/plain-git.ts'
import { repositoryWorld } from './testing/repository-world.ts'
import { commitFiles } from './testing/write-files.ts'

const world = repositoryWorld()
const classes = 'src/unpackaged/classes'
const profilePath = 'src/unpackaged/profiles/Admin.profile'

const profile = (...entries: readonly (readonly [field: string, editable: boolean])[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Profile xmlns="http://soap.sforce.com/2006/04/metadata">
${entries
  .map(
    ([field, editable]) => `    <fieldPermissions>
        <editable>${editable}</editable>
        <field>${field}</field>
        <readable>true</readable>
    </fieldPermissions>`,
  )
  .join('\n')}
</Profile>
`

const made = { first: '', second: '', branch: '', merge: '' }
const bob = 'Bob Example <bob@example.com>'
const stack = world.sharedStack(async (hosted) => {
  made.first = await commitFiles(
    hosted,
    {
      [`${classes}/A.cls`]: 'class A {}\n',
      [`${classes}/A.cls-meta.xml`]: '<ApexClass/>\n',
      [profilePath]: profile(['Account.Rating', false], ['Account.Site', true]),
      'src/unpackaged/pages/P.page': '<apex:page xmlns:apex="apex">Hello</apex:page>\n',
      'README.md': 'Hello\n',
    },
    { message: 'First\n\nWith a body.' },
  )
  made.second = await commitFiles(
    hosted,
    {
      [`${classes}/A.cls`]: 'class A {\n  Integer n;\n}\n',
      [profilePath]: profile(['Account.Rating', true], ['Account.Site', true]),
      'README.md': null,
    },
    { message: 'Second', author: bob, date: '2026-02-03T04:05:06Z' },
  )
  await git(hosted.clone, 'checkout', '--quiet', '-b', 'env/qa', made.first)
  made.branch = await commitFiles(hosted, { 'notes.txt': 'x' }, { message: 'On a branch' })
  await git(hosted.clone, 'checkout', '--quiet', 'main')
  await git(hosted.clone, 'merge', '--quiet', '--no-edit', 'env/qa')
  await git(hosted.clone, 'push', '--quiet', 'origin', 'main')
  made.merge = await git(hosted.clone, 'rev-parse', 'HEAD')
})

const api = () => stack.current.owner.client.repository
const commits = async (revision: string, without?: string) =>
  api().listCommits({
    params: stack.current.params,
    query: { revision, skip: '0', ...(without === undefined ? {} : { without }) },
  })
const compare = async (from: string, to: string) =>
  api().compare({ params: stack.current.params, query: { from, to } })
const difference = async (query: { from?: string; to: string; path: string; lines?: 'wholeFile' }) =>
  api().getDifference({ params: stack.current.params, query })

test('branches are listed with their newest commits', async () => {
  const { branches, defaultBranch, isComplete } = await api().listBranches({ params: stack.current.params })
  expect({ defaultBranch, isComplete }).toEqual({ defaultBranch: 'main', isComplete: true })
  expect(new Map(branches.map(({ name, ...head }) => [name, head]))).toEqual(
    new Map([
      ['main', expect.objectContaining({ hash: made.merge, subject: "Merge branch 'env/qa'" })],
      [
        'env/qa',
        {
          hash: made.branch,
          subject: 'On a branch',
          authorName: 'Ada Example',
          authoredUtc: '2026-01-02T03:04:05.000Z',
        },
      ],
    ]),
  )
})

test('the branch with the newest commit stands first', async () => {
  const { owner, params, gitDir } = await world.newStack()
  for (const [branch, day] of [
    ['a', '02'],
    ['b', '04'],
    ['c', '03'],
  ]) {
    const committer = { name: 'Ada', email: 'ada@example.com', date: new Date(`2026-01-${day}T00:00:00Z`) }
    const plan = { parents: [], author: committer, committer, message: 'One', changes: [] }
    const [hash = ''] = await writeCommits({ gitDir }, [plan])
    await git(gitDir, 'update-ref', `refs/heads/${branch}`, hash)
  }
  const { branches } = await owner.client.repository.listBranches({ params })
  expect(branches.map(({ name }) => name)).toEqual(['b', 'c', 'a'])
})

describe('commits', () => {
  test('are listed newest first with author and the components that they changed', async () => {
    const { hash, commits: listed, nextSkip } = await commits('main')
    expect({ hash, nextSkip }).toEqual({ hash: made.merge, nextSkip: null })
    expect(listed.map(({ hash: each }) => each).toSorted()).toEqual(Object.values(made).toSorted())
    expect(listed.find((each) => each.hash === made.second)).toEqual({
      hash: made.second,
      subject: 'Second',
      authorName: 'Bob Example',
      authoredUtc: '2026-02-03T04:05:06.000Z',
      isMerge: false,
      changes: {
        total: 3,
        files: [
          { path: 'README.md', changeType: 'Deleted', component: null },
          {
            path: `${classes}/A.cls`,
            changeType: 'Modified',
            component: { componentType: 'ApexClass', componentName: 'A' },
          },
          {
            path: profilePath,
            changeType: 'Modified',
            component: { componentType: 'Profile', componentName: 'Admin' },
          },
        ],
      },
    })
  })

  test('of a merge are compared with its first parent', async () => {
    const [merge] = (await commits('main')).commits
    expect(merge).toMatchObject({ isMerge: true, changes: { total: 1, files: [{ path: 'notes.txt' }] } })
    const { commit, changes } = await api().getCommit({
      params: stack.current.params,
      query: { hash: made.merge.slice(0, 10) },
    })
    expect(commit.hash).toBe(made.merge)
    expect(commit.parents).toEqual([made.second, made.branch])
    expect(changes.files.map(({ path }) => path)).toEqual(['notes.txt'])
  })

  test('that another branch has too can be left out', async () => {
    const { commits: listed } = await commits('main', 'env/qa')
    expect(listed.map(({ hash }) => hash)).toEqual([made.merge, made.second])
  })

  test('come in pages of fifty', async () => {
    const hosted = await world.newStack()
    for (let n = 0; n < 51; n += 1)
      await git(hosted.clone, 'commit', '--quiet', '--allow-empty', '-m', `Commit ${n}`)
    await git(hosted.clone, 'push', '--quiet', 'origin', 'HEAD')
    const page = async (skip: string) =>
      hosted.owner.client.repository.listCommits({ params: hosted.params, query: { revision: 'main', skip } })
    const first = await page('0')
    expect([first.commits.length, first.commits[0]?.subject, first.nextSkip]).toEqual([50, 'Commit 50', 50])
    const second = await page('50')
    expect([second.commits.map(({ subject }) => subject), second.nextSkip]).toEqual([['Commit 0'], null])
  })

  test('show the whole message and who committed', async () => {
    const { commit, changes } = await api().getCommit({
      params: stack.current.params,
      query: { hash: made.first },
    })
    expect(commit).toMatchObject({
      subject: 'First',
      message: 'First\n\nWith a body.',
      authorEmail: 'ada@example.com',
      committerName: 'Ada',
      parents: [],
    })
    expect(changes.files.map(({ changeType }) => changeType)).toEqual(
      Array.from({ length: 5 }, () => 'Added'),
    )
  })
})

describe('differences', () => {
  test('of metadata XML are lines and sentences about its elements', async () => {
    const shown = await difference({ from: made.first, to: made.second, path: profilePath })
    expect(shown).toMatchObject({ kind: 'text', isCut: false, sentenceCount: 1 })
    expect(shown.sentences).toEqual(['fieldPermissions Account.Rating: editable false → true'])
    expect(shown.hunks).toHaveLength(1)
    expect(shown.hunks[0]).toMatchObject({ oldStart: 1, newStart: 1 })
    const changed = shown.hunks[0]?.lines.filter((line) => !line.startsWith(' '))
    expect(changed).toEqual(['-        <editable>false</editable>', '+        <editable>true</editable>'])
  })

  test('show the whole file when all lines are asked for', async () => {
    const pair = { from: made.first, to: made.second, path: profilePath }
    const { hunks } = await difference({ ...pair, lines: 'wholeFile' })
    expect([hunks.length, hunks[0]?.lines.at(-1)]).toEqual([1, ' </Profile>'])
  })

  test('of code have no sentences', async () => {
    const shown = await difference({ from: made.first, to: made.second, path: `${classes}/A.cls` })
    expect(shown.sentences).toBeNull()
    expect(shown.hunks[0]?.lines).toEqual(['-class A {}', '+class A {', '+  Integer n;', '+}'])
  })

  test('of a file that came or went are all of its lines', async () => {
    const came = await difference({ to: made.first, path: 'README.md' })
    const went = await difference({ from: made.first, to: made.second, path: 'README.md' })
    expect([came.hunks, went.hunks]).toEqual([
      [{ oldStart: 1, newStart: 1, lines: ['+Hello'] }],
      [{ oldStart: 1, newStart: 1, lines: ['-Hello'] }],
    ])
    const unended = await difference({ to: made.branch, path: 'notes.txt' })
    expect(unended.hunks[0]?.lines).toEqual(['+x', '\\ No newline at end of file'])
  })
})

test('a comparison counts the commits of each side and lists the files that differ', async () => {
  const shown = await compare('env/qa', made.second)
  expect(shown).toMatchObject({ from: made.branch, to: made.second, onlyInFrom: 1, onlyInTo: 1 })
  expect(shown.changes.files.map(({ path, changeType }) => [path, changeType])).toEqual([
    ['README.md', 'Deleted'],
    ['notes.txt', 'Deleted'],
    [`${classes}/A.cls`, 'Modified'],
    [profilePath, 'Modified'],
  ])
  expect(await compare('main', 'main')).toMatchObject({ onlyInFrom: 0, onlyInTo: 0, changes: { total: 0 } })
})

test('blame names the commits of lines and of elements', async () => {
  const blame = await api().getBlame({
    params: stack.current.params,
    query: { revision: 'main', path: profilePath },
  })
  const hashOf = (commit: number) => blame.commits[commit]?.hash
  expect(
    blame.lines.map(({ firstLine, lineCount, commit }) => [firstLine, lineCount, hashOf(commit)]),
  ).toEqual([
    [1, 3, made.first],
    [4, 1, made.second],
    [5, 9, made.first],
  ])
  expect(
    blame.elements?.map(({ title, firstLine, lastLine, commit }) => [
      title,
      firstLine,
      lastLine,
      hashOf(commit),
    ]),
  ).toEqual([
    ['fieldPermissions Account.Rating', 3, 7, made.second],
    ['fieldPermissions Account.Site', 8, 12, made.first],
  ])
  expect(blame.commits.find(({ hash }) => hash === made.second)).toEqual({
    hash: made.second,
    subject: 'Second',
    authorName: 'Bob Example',
    authoredUtc: '2026-02-03T04:05:06.000Z',
  })
})

test.each([`${classes}/A.cls`, 'src/unpackaged/pages/P.page'])(
  'a file that is no metadata XML has blamed lines and no elements: %s',
  async (path) => {
    const query = { revision: 'main', path }
    const blame = await api().getBlame({ params: stack.current.params, query })
    expect([blame.lines.length, blame.elements]).toEqual([1, null])
  },
)

test('an empty repository has no branches and no commits', async () => {
  const { owner, params } = await world.newStack()
  const { repository } = owner.client
  expect(await repository.listBranches({ params })).toEqual({
    branches: [],
    defaultBranch: 'main',
    isComplete: true,
  })
  const listed = repository.listCommits({ params, query: { revision: 'main', skip: '0' } })
  expect((await problemOf(listed)).type).toBe('entityNotFound')
})

test('a repository of somewhere else is refused', async () => {
  const { owner, params } = await world.newStack(false)
  const problem = await problemOf(owner.client.repository.listBranches({ params }))
  expect(problem).toMatchObject({
    type: 'repositoryNotSupported',
    detail: 'Only repositories of the built-in Git host are shown here.',
  })
})

test('the pages are for members of the workspace', async () => {
  const stranger = await world.app.current.signIn()
  const asked = stranger.client.repository.listBranches({ params: stack.current.params })
  expect((await problemOf(asked)).type).toBe('entityNotFound')
})
