import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArchiveFile } from '@sluice/metadata/archive-reader'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveArchive, withArchives } from '../retrieve/archive-files.ts'
import { openDigestsAhead } from './digests-ahead.ts'
import { entryDigest } from './entry-digest.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'sluice-digests-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Several stretches of entries, of which one is longer than a stretch. */
async function archives(): Promise<string[]> {
  const paths = ['one.zip', 'two.zip'].map((name) => join(folder, name))
  for (const path of paths) {
    const entries = Array.from({ length: 600 }, (_, at) => ({
      path: `unpackaged/classes/C${at}.cls`,
      content: randomBytes(at === 400 ? 400_000 : 2_000),
    }))
    await saveArchive(path, entries)
  }
  return paths
}

const digestOf = async (file: ArchiveFile) => entryDigest(file, await file.readCompressed())

const hasTwoCores = availableParallelism() > 1

test.runIf(hasTwoCores)('with two cores, all entries are hashed as long as nobody reads any', async () => {
  const paths = await archives()
  await withArchives(paths, async (files) => {
    const digests = openDigestsAhead(paths, files)
    await digests?.ended
    for (const [place, file] of files.flat().entries()) expect(digests?.at(place)).toBe(await digestOf(file))
  })
})

test.runIf(hasTwoCores)(
  'with two cores, where the reader has been nothing is hashed, and the next one is served',
  async () => {
    const paths = await archives()
    await withArchives(paths, async (files) => {
      const [stopped, other] = [openDigestsAhead(paths, files), openDigestsAhead(paths, files)]
      expect(stopped?.at(900)).toBeNull()
      await stopped?.ended
      expect(stopped?.at(899)).toBeNull()
      await other?.ended
      expect(other?.at(899)).not.toBeNull()
    })
  },
)

test.runIf(hasTwoCores)('with two cores, what cannot be read is left to the reader', async () => {
  const paths = await archives()
  await withArchives(paths, async (files) => {
    const other = join(folder, 'other.zip')
    await writeFile(other, 'no archive')
    const digests = openDigestsAhead([other, other], files)
    await digests?.ended
    expect(digests?.at(1_199)).toBeNull()
  })
})

test('a few entries are not worth a thread', async () => {
  const [path = ''] = await archives()
  await withArchives([path], async (files) => expect(openDigestsAhead([path], files)).toBeNull())
})
