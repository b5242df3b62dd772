import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrgFiles } from './org-files.ts'
import { saveArchive } from './retrieve/archive-files.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sluice-org-files-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

async function archiveWith(name: string, className: string): Promise<string> {
  const path = join(folder, name)
  const profile = `<?xml version="1.0" encoding="UTF-8"?>\n<Profile xmlns="http://soap.sforce.com/2006/04/metadata">\n    <classAccesses>\n        <apexClass>${className}</apexClass>\n        <enabled>true</enabled>\n    </classAccesses>\n</Profile>\n`
  await saveArchive(path, [{ path: 'unpackaged/profiles/Sales.profile', content: Buffer.from(profile) }])
  return path
}

const read = (archives: string[]) =>
  readOrgFiles({
    archives,
    specs: parseIncludeSpecs('unpackaged').specs,
    apiVersion: '62.0',
    isKnown: () => false,
    signal: new AbortController().signal,
  })

test('a profile that came back in two different parts ends the flow instead of losing one', async () => {
  const archives = [await archiveWith('one.zip', 'Alpha'), await archiveWith('two.zip', 'Beta')]
  await expect(read(archives)).rejects.toThrow('too large to retrieve everything that belongs together')
})

test('a profile that came back twice alike is one file', async () => {
  const archives = [await archiveWith('one.zip', 'Alpha'), await archiveWith('two.zip', 'Alpha')]
  expect([...(await read(archives)).keys()]).toEqual(['unpackaged/profiles/Sales.profile'])
})
