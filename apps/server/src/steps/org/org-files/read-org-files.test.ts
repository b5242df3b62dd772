import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OrgFilesRequest, readOrgFiles } from './read-org-files.ts'
import { openKnownEntries } from './known-entries.ts'
import { saveArchive } from '../retrieve/archive-files.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sluice-org-files-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

async function archiveWith(name: string, className: string, enabled = true): Promise<string> {
  const path = join(folder, name)
  const profile = `<?xml version="1.0" encoding="UTF-8"?>
<Profile xmlns="http://soap.sforce.com/2006/04/metadata">
    <classAccesses>
        <apexClass>${className}</apexClass>
        <enabled>${enabled}</enabled>
    </classAccesses>
</Profile>
`
  await saveArchive(path, [{ path: 'unpackaged/profiles/Sales.profile', content: Buffer.from(profile) }])
  return path
}

const read = (archives: string[], given: Partial<OrgFilesRequest> = {}) =>
  readOrgFiles({
    archives,
    specs: parseIncludeSpecs('unpackaged').specs,
    apiVersion: '62.0',
    parity: new Map(),
    signal: new AbortController().signal,
    ...given,
  })

test('a profile that came back in two parts is one file with the entries of both', async () => {
  const archives = [await archiveWith('one.zip', 'Beta'), await archiveWith('two.zip', 'Alpha')]
  const files = await read(archives)
  const text = Buffer.from(files.get('unpackaged/profiles/Sales.profile')?.content ?? []).toString('utf8')
  expect([...text.matchAll(/<apexClass>(\w+)/g)].map(([, name]) => name)).toEqual(['Alpha', 'Beta'])
})

const textOf = (files: Awaited<ReturnType<typeof read>>, path: string) =>
  Buffer.from(files.get(path)?.content ?? []).toString('utf8')

/** Says that an archive was retrieved so many seconds after the others. */
const retrievedAfter = async (archive: string, seconds: number) => {
  const time = new Date(Date.now() + seconds * 1_000)
  await utimes(archive, time, time)
}

test('of parts that contradict each other the one that was retrieved last counts', async () => {
  const archives = [await archiveWith('one.zip', 'Alpha'), await archiveWith('two.zip', 'Alpha', false)]
  const path = 'unpackaged/profiles/Sales.profile'
  expect(textOf(await read(archives), path)).toContain('<enabled>false</enabled>')
  await retrievedAfter(archives[0] ?? '', 60)
  expect(textOf(await read(archives), path)).toContain('<enabled>true</enabled>')
})

test('of two copies of a class the one that was retrieved last counts', async () => {
  const archives = ['one', 'two'].map((name) => join(folder, `${name}.zip`))
  for (const archive of archives) {
    const content = Buffer.from(`// ${basename(archive)}`)
    await saveArchive(archive, [{ path: 'unpackaged/classes/A.cls', content }])
  }
  expect(textOf(await read(archives), 'unpackaged/classes/A.cls')).toBe('// two.zip')
  await retrievedAfter(archives[0] ?? '', 60)
  expect(textOf(await read(archives), 'unpackaged/classes/A.cls')).toBe('// one.zip')
})

test('a profile that came back twice alike is one file', async () => {
  const archives = [await archiveWith('one.zip', 'Alpha'), await archiveWith('two.zip', 'Alpha')]
  expect([...(await read(archives)).keys()]).toEqual(['unpackaged/profiles/Sales.profile'])
})

test('a file that an archive has with and without the folder of the package is one file', async () => {
  const archive = join(folder, 'both.zip')
  await saveArchive(archive, [
    { path: 'classes/A.cls', content: Buffer.from('class A {}') },
    { path: 'unpackaged/classes/A.cls', content: Buffer.from('class A {}') },
    { path: 'classes/B.cls', content: Buffer.from('class B {}') },
  ])
  const files = await read([archive])
  expect([...files.keys()].toSorted()).toEqual(['unpackaged/classes/A.cls', 'unpackaged/classes/B.cls'])
})

/** An object of a package with a field of the org and a list view of the package. */
const packagedObject = `<?xml version="1.0" encoding="UTF-8"?>
<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">
    <fields>
        <fullName>Note__c</fullName>
    </fields>
    <label>Trip</label>
    <listViews>
        <fullName>All</fullName>
    </listViews>
</CustomObject>
`

test('of an object that was named beside profiles only what the org put into it stays, whatever the list said before', async () => {
  const path = 'unpackaged/objects/acme__Trip__c.object'
  const archive = join(folder, 'packaged.zip')
  await saveArchive(archive, [{ path, content: Buffer.from(packagedObject) }])
  const object = { type: 'CustomObject', fullName: 'acme__Trip__c' }
  const packagedParts = [{ type: 'ListView', fullName: 'acme__Trip__c.All' }]
  const { specs } = parseIncludeSpecs('unpackaged/~')
  const remembered = join(folder, 'known')
  const readWith = async (beside: OrgFilesRequest['beside'], parity: OrgFilesRequest['parity']) => {
    const entries = await openKnownEntries(remembered, 'rules')
    const files = await read([archive], { specs, beside, entries, parity })
    await entries.save()
    return files
  }
  const before = await readWith([object], new Map())
  expect(textOf(before, path)).toContain('listViews')
  expect(textOf(before, path)).not.toContain('<label>')
  const inBranch = new Map([[path, before.get(path)?.hash ?? '']])
  const after = textOf(await readWith([{ ...object, packagedParts }], inBranch), path)
  expect(after).toContain('Note__c')
  expect(after).not.toContain('listViews')
})
