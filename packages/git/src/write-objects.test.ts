import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { array, assert, asyncProperty, uint8Array } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobHash } from './blob-hash.ts'
import { openObjectReader } from './cat-file.ts'
import { writeCommits } from './write-commits.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { packEntry } from './pack-entry.ts'
import { newRepository, planOf, temporaryFolder } from './testing/repositories.ts'
import { openObjectWriter } from './write-objects.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const blobOf = (content: Uint8Array) => ({
  hash: blobHash(content),
  entry: packEntry('blob', { content, deflated: deflateRawSync(content) }),
})

const packsOf = async ({ gitDir }: Repository) => await readdir(join(gitDir, 'objects/pack'))

async function written(contents: readonly Uint8Array[], options: { maxBytes?: number } = {}) {
  const repository = await newRepository(folder.path)
  const writer = openObjectWriter(repository, options)
  for (const content of contents) await writer.add(blobOf(content))
  await writer.close()
  return repository
}

const texts = (count: number) =>
  Array.from({ length: count }, (_, at) => Buffer.from(`${at} `.repeat(at * at)))

test('Git reads back every blob, whatever its size', async () => {
  const contents = [...texts(60), Buffer.alloc(3_000_000, 7)]
  const repository = await written(contents)
  const reader = openObjectReader(repository)
  for (const content of contents)
    expect(Buffer.compare(await reader.read(blobHash(content)), content)).toBe(0)
  await reader.close()
})

test('Git verifies pack and index, and would write the same index', async () => {
  const repository = await written(texts(200))
  const name = (await packsOf(repository)).find((file) => file.endsWith('.pack')) ?? ''
  const pack = join(repository.gitDir, 'objects/pack', name)
  await runGit({ repository, args: ['fsck', '--full', '--strict'] })
  await runGit({ repository, args: ['index-pack', '-o', join(folder.path, 'theirs.idx'), pack] })
  const [ours, theirs] = [pack.replace(/pack$/, 'idx'), join(folder.path, 'theirs.idx')]
  expect(Buffer.compare(await readFile(ours), await readFile(theirs))).toBe(0)
})

test('any content comes back', async () => {
  const contents = array(uint8Array({ maxLength: 5_000 }), { minLength: 1, maxLength: 20 })
  await assert(
    asyncProperty(contents, async (blobs) => {
      const repository = await written(blobs)
      const { stderr } = await runGit({ repository, args: ['fsck', '--full', '--strict', '--no-dangling'] })
      expect(stderr).not.toContain('error')
    }),
    { numRuns: 10 },
  )
})

test('a blob that is added twice stands in the pack once', async () => {
  const repository = await written([Buffer.from('a'), Buffer.from('b'), Buffer.from('a')])
  const { stdout } = await runGit({ repository, args: ['count-objects', '-v'] })
  expect(stdout.toString()).toContain('in-pack: 2\n')
})

test('another pack begins before one grows too large', async () => {
  const repository = await written(texts(40), { maxBytes: 300 })
  await runGit({ repository, args: ['fsck', '--full', '--strict'] })
  expect((await packsOf(repository)).filter((file) => file.endsWith('.idx')).length).toBeGreaterThan(2)
})

test('a commit takes written blobs by their names', async () => {
  const content = Buffer.from('class A {}')
  const repository = await written([content])
  const named = { ...planOf({}), changes: [{ path: 'A.cls', hash: blobHash(content) }] }
  const inline = planOf({ 'A.cls': 'class A {}' })
  expect(await writeCommits(repository, [named])).toEqual(
    await writeCommits(await newRepository(folder.path), [inline]),
  )
})

test('what is discarded leaves nothing behind', async () => {
  const repository = await newRepository(folder.path)
  const writer = openObjectWriter(repository)
  const content = Buffer.from('a')
  await writer.add(blobOf(content))
  await writer.discard()
  expect(await packsOf(repository)).toEqual([])
})

test('without blobs no pack is written', async () => {
  expect(await packsOf(await written([]))).toEqual([])
})
