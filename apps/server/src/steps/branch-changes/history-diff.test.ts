import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectReader } from '@sluice/git/cat-file'
import { type TreeChange, writeCommits } from '@sluice/git/write-commits'
import type { Repository } from '@sluice/git/git'
import { createBareRepository } from '@sluice/git/init'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import type { UndeployedBaseline } from '../parity/undeployed-files.ts'
import { changesByHistory } from './history-diff.ts'

let folder: string
let repository: Repository
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-history-'))
  repository = await createBareRepository({ gitDir: join(folder, 'r.git'), defaultBranch: 'main' })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Files = Readonly<Record<string, string | null>>

/** Commits on top of each other; null removes a file. */
async function history(...commits: readonly Files[]): Promise<string[]> {
  const person = { name: 'Ada', email: 'ada@example.com', date: new Date(0) }
  const changesOf = (files: Files): TreeChange[] =>
    Object.entries(files).map(([path, text]) =>
      text === null ? { path, deleted: true } : { path, content: Buffer.from(text) },
    )
  const plan = { author: person, committer: person, message: 'A change' }
  return await writeCommits(
    repository,
    commits.map((files, at) => ({
      ...plan,
      parents: at === 0 ? [] : [{ plan: at - 1 }],
      changes: changesOf(files),
    })),
  )
}

async function diff(since: string, head: string, undeployed: readonly UndeployedBaseline[] = []) {
  const reader = openObjectReader(repository)
  const directory = metadataDirectory({ path: '/src', layout: 'Packages' })
  try {
    const found = await changesByHistory({ repository, reader, directory, since, head, undeployed })
    const changes = found.changes.map(
      ({ changeType, identity }) => `${changeType} ${identity.componentType} ${identity.componentName}`,
    )
    return { changes, headFiles: [...found.headFiles.keys()] }
  } finally {
    await reader.close()
  }
}

const base = 'src/unpackaged'
const label = (text: string) => `<CustomTab><label>${text}</label></CustomTab>`

test('only metadata below the directory counts, and spelling does not', async () => {
  const [since = '', head = ''] = await history(
    {
      [`${base}/classes/A.cls`]: '1',
      [`${base}/classes/A.cls-meta.xml`]: '<ApexClass/>',
      [`${base}/tabs/T.tab`]: label('T'),
      [`${base}/tabs/U.tab`]: label('U'),
    },
    {
      [`${base}/classes/A.cls`]: '2',
      [`${base}/tabs/T.tab`]: label('T').replace('<label>', '\n  <label>'),
      [`${base}/tabs/U.tab`]: label('V'),
      [`${base}/readme.md`]: 'x',
      [`${base}/package.xml`]: '<Package/>',
      'unpackaged/classes/B.cls': 'x',
    },
  )
  const found = await diff(since, head)
  expect(found.changes).toEqual(['Modified ApexClass A', 'Modified CustomTab U'])
})

test('a bundle is new, changed or gone by what lies in its folder, changed or not', async () => {
  const lwc = `${base}/lwc`
  const [since = '', head = ''] = await history(
    { [`${lwc}/kept/kept.js`]: '1', [`${lwc}/kept/kept.html`]: '1', [`${lwc}/gone/gone.js`]: '1' },
    { [`${lwc}/kept/kept.js`]: null, [`${lwc}/gone/gone.js`]: null, [`${lwc}/new/new.js`]: '1' },
  )
  expect((await diff(since, head)).changes).toEqual([
    'Deleted LightningComponentBundle gone',
    'Modified LightningComponentBundle kept',
    'Added LightningComponentBundle new',
  ])
})

test('all files at head of what changed are told, changed or not, and no others', async () => {
  const lwc = `${base}/lwc`
  const same = { [`${base}/classes/B.cls`]: '1', [`${lwc}/other/other.js`]: '1' }
  const kept = { [`${base}/classes/A.cls-meta.xml`]: '<ApexClass/>', [`${lwc}/kept/kept.html`]: '1' }
  const [since = '', head = ''] = await history(
    { ...same, ...kept, [`${base}/classes/A.cls`]: '1', [`${lwc}/kept/kept.js`]: '1' },
    { [`${base}/classes/A.cls`]: '2', [`${lwc}/kept/kept.js`]: null, [`${base}/tabs/T.tab`]: label('T') },
  )
  expect((await diff(since, head)).headFiles.toSorted()).toEqual([
    'unpackaged/classes/A.cls',
    'unpackaged/classes/A.cls-meta.xml',
    'unpackaged/lwc/kept/kept.html',
    'unpackaged/tabs/T.tab',
  ])
})

test('what was never deployed is compared with the commit at which the org had it', async () => {
  const path = `${base}/classes/A.cls`
  const [first = '', failed = '', head = ''] = await history(
    { [path]: '1', [`${base}/classes/B.cls`]: '1' },
    { [path]: '2' },
    { [`${base}/classes/B.cls`]: '2' },
  )
  const component = { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'A' }
  const at = (baselineCommitHash: string | null) => [{ ...component, baselineCommitHash }]
  expect((await diff(failed, head)).changes).toEqual(['Modified ApexClass B'])
  expect((await diff(failed, head, at(first))).changes).toEqual([
    'Modified ApexClass A',
    'Modified ApexClass B',
  ])
  expect((await diff(failed, head, at(null))).changes).toEqual(['Added ApexClass A', 'Modified ApexClass B'])
  expect((await diff(failed, head, at('1'.repeat(40)))).changes).toEqual(['Modified ApexClass B'])
  expect((await diff(failed, head, at(failed))).changes).toEqual(['Modified ApexClass B'])
})

test('a branch without the directory deletes everything in it', async () => {
  const [since = '', head = ''] = await history(
    { [`${base}/classes/A.cls`]: '1', other: '1' },
    { [`${base}/classes/A.cls`]: null },
  )
  expect((await diff(since, head)).changes).toEqual(['Deleted ApexClass A'])
  expect((await diff(head, since)).changes).toEqual(['Added ApexClass A'])
})
