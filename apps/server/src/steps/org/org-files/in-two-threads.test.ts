import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectReader } from '@sluice/git/cat-file'
import { createBareRepository } from '@sluice/git/init'
import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeOrgFiles } from './read-org-files.ts'
import { saveArchive } from '../retrieve/archive-files.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sluice-two-threads-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Several batches: as many classes as it takes. */
const classes = Array.from({ length: 60 }, (_, at) => ({
  path: `unpackaged/classes/Class${at}.cls`,
  content: Buffer.from(`class Class${at} {${' // filled'.repeat(10_000)}\n}\n`),
}))

async function archive(): Promise<string> {
  const path = join(folder, 'retrieved.zip')
  await saveArchive(path, classes)
  return path
}

async function store(
  path: string,
  signal = new AbortController().signal,
  onFiles: () => void = () => undefined,
) {
  const repository = await createBareRepository({ gitDir: join(folder, 'bare.git'), defaultBranch: 'main' })
  const specs = parseIncludeSpecs('unpackaged').specs
  const request = { archives: [path], specs, apiVersion: '62.0', parity: new Map(), signal, onFiles }
  return { repository, files: await storeOrgFiles(repository, request) }
}

const packs = async () => await readdir(join(folder, 'bare.git/objects/pack'))

test('the repository has the files of every batch, whoever read it', async () => {
  const { repository, files } = await store(await archive())
  const reader = openObjectReader(repository)
  for (const { path, content } of classes)
    expect(Buffer.compare(await reader.read(files.get(path)?.hash ?? ''), content)).toBe(0)
  await reader.close()
})

test('a damaged entry far behind is named, and no pack is left', async () => {
  const path = await archive()
  const bytes = await readFile(path)
  const record = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002'))
  bytes[record + 16] = (bytes[record + 16] ?? 0) ^ 1
  await writeFile(path, bytes)
  const named = { name: 'ArchiveError', path: classes.at(-1)?.path }
  await expect(store(path)).rejects.toMatchObject(named)
  expect(await packs()).toEqual([])
})

test('given up half way it ends with the reason, leaves no pack and can be done again', async () => {
  const path = await archive()
  const stop = new AbortController()
  const giveUp = () => stop.abort(new Error('given up'))
  await expect(store(path, stop.signal, giveUp)).rejects.toThrow('given up')
  expect(await packs()).toEqual([])
  expect((await store(path)).files.size).toBe(classes.length)
})
