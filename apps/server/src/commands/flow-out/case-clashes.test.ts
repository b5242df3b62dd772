import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBareRepository } from '@sluice/git/init'
import { writeCommits } from '@sluice/git/write-commits'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readChanges } from '../../steps/deploy/diff-record.ts'
import { makeDiff } from '../../steps/deploy/make-diff.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-case-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What a flow out makes of two commits, each given by the paths of its files and what is in them. */
async function changesBetween(...commits: readonly Readonly<Record<string, string>>[]): Promise<string[]> {
  const repository = await createBareRepository({ gitDir: join(folder, 'r.git'), defaultBranch: 'main' })
  const person = { name: 'Ada', email: 'ada@example.com', date: new Date(0) }
  const plans = commits.map((files) => ({
    author: person,
    committer: person,
    message: 'A change',
    parents: [],
    changes: Object.entries(files).map(([path, text]) => ({
      path: `src/unpackaged/${path}`,
      content: Buffer.from(text),
    })),
  }))
  const [since = '', head = ''] = await writeCommits(repository, plans)
  const from = { since, undeployed: [] }
  const { gitDir } = repository
  const { specs } = parseIncludeSpecs('unpackaged')
  const given = {
    gitDir,
    metadataDirectory: { path: '/src', layout: null },
    head,
    sandboxName: null,
    apiVersion: '62.0',
    folder,
    specs,
  }
  await makeDiff({ ...given, from }, new AbortController().signal)
  const changes = await readChanges(folder)
  return changes.map(({ changeType, identity: { componentName } }) => `${changeType} ${componentName}`)
}

const object = '<CustomObject><fields><fullName>F__c</fullName></fields></CustomObject>'

test('what came in two spellings is refused, and both files are named', async () => {
  const head = { 'classes/A.cls': '', 'classes/a.cls': '', 'classes/a.cls-meta.xml': '' }
  await expect(changesBetween({ 'classes/A.cls': '' }, head)).rejects.toMatchObject({
    name: 'JobFailure',
    details: 'src/unpackaged/classes/A.cls and src/unpackaged/classes/a.cls',
  })
})

test('of very many names in two spellings the first are named and the others counted', async () => {
  const files = Array.from({ length: 22 }, (_, index) => [`classes/A${index}.cls`, `classes/a${index}.cls`])
  const head = Object.fromEntries(files.flat().map((path) => [path, '']))
  await expect(changesBetween({ other: '' }, head)).rejects.toMatchObject({
    details: expect.stringMatching(/^(.* and .*\n){20}and 2 more$/u),
  })
})

test('a bundle that came in two spellings is refused by its folder, whatever they are called inside', async () => {
  const head = { 'lwc/box/box.js': '', 'lwc/Box/other.js': '' }
  await expect(changesBetween({ other: '' }, head)).rejects.toMatchObject({
    details: 'src/unpackaged/lwc/Box and src/unpackaged/lwc/box',
  })
})

test('files of one bundle, and like names of other types, are no two spellings', async () => {
  const head = { 'lwc/box/x.js': '', 'lwc/box/X.js': '', 'classes/Box.cls': '', 'triggers/box.trigger': '' }
  expect(await changesBetween({ other: '' }, head)).toEqual(['Added Box', 'Added box', 'Added box'])
})

test('removing one of two spellings deletes nothing in the org, with all that is inside', async () => {
  const both = { 'objects/A__c.object': object, 'objects/a__c.object': object, 'classes/B.cls': '' }
  expect(await changesBetween(both, { 'objects/A__c.object': object })).toEqual(['Deleted B'])
  const changed = { 'objects/A__c.object': object.replace(/<fields.*fields>/u, '<label>A</label>') }
  expect(await changesBetween(both, changed)).toEqual(['Deleted B', 'Deleted A__c.F__c', 'Modified A__c'])
})

test('a name that only changes its spelling is a rename', async () => {
  expect(await changesBetween({ 'classes/B.cls': '' }, { 'classes/b.cls': '' })).toEqual([
    'Deleted B',
    'Added b',
  ])
})
