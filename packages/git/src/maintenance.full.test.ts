import { readFileSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runGit } from './git.ts'
import { countStoredObjects, maintain } from './maintenance.ts'
import { resolveCommit } from './rev-parse.ts'
import { newRepository, temporaryFolder } from './testing/repositories.ts'
import { writeCommits } from './write-commits.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(async () => {
  await folder.remove()
})

test('loose objects are packed, those of no branch too, and none is lost', async () => {
  const repository = await newRepository(folder.path)
  const changes = Array.from({ length: 2_000 }, (_, index) => ({
    path: `file${index}.txt`,
    content: Buffer.from(`content ${index}`),
  }))
  const person = { name: 'Ada', email: 'ada@example.com', date: new Date(0) }
  const plan = { parents: [], author: person, committer: person, message: 'All', changes }
  const [commit = ''] = await writeCommits(repository, [plan])
  const packs = join(repository.gitDir, 'objects', 'pack')
  const pack = (await readdir(packs)).find((name) => name.endsWith('.pack')) ?? ''
  const bytes = readFileSync(join(packs, pack))
  rmSync(packs, { recursive: true })
  await runGit({ repository, args: ['unpack-objects', '-q'], input: [bytes] })
  expect((await countStoredObjects(repository)).looseObjects).toBeGreaterThan(1_024)
  expect(await maintain(repository, { timeoutMs: 60_000 })).toBe(true)
  expect(await countStoredObjects(repository)).toEqual({ packs: 1, looseObjects: 0 })
  expect(await resolveCommit(repository, commit)).toBe(commit)
})
