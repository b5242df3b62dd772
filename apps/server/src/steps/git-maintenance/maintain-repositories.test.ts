import { chmod, readFile, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveCommit } from '@sluice/git/rev-parse'
import { createBareRepository } from '@sluice/git/init'
import { updateRef } from '@sluice/git/update-ref'
import { writeCommits } from '@sluice/git/write-commits'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log/log.ts'
import { mirrorFolder } from '../../platform/mirror-folder.ts'
import { openStackMirror } from '../session/stack-mirror.ts'
import { testContext } from '../../testing/test-context.ts'
import { maintainRepositories } from './maintain-repositories.ts'

const given = testContext()
const person = { name: 'Ada', email: 'ada@example.com', date: new Date(0) }
const never = new AbortController().signal

/** Commits that came one by one, so that each has a pack of its own. */
async function pushOneByOne(gitDir: string, count: number): Promise<string> {
  let head = ''
  for (let number = 0; number < count; number += 1) {
    const changes = [{ path: 'file.txt', content: Buffer.from(`${number}`) }]
    const parents = head === '' ? [] : [head]
    const plan = { parents, author: person, committer: person, message: `${number}`, changes }
    ;[head = ''] = await writeCommits({ gitDir }, [plan])
  }
  await updateRef({ gitDir }, { ref: 'refs/heads/main', newHash: head, oldHash: null })
  return head
}

const packsOf = async (gitDir: string) =>
  (await readdir(join(gitDir, 'objects', 'pack'))).filter((name) => name.endsWith('.pack'))

test('a repository of many packs is packed, with the indexes that make it fast, and nothing of it is lost', async () => {
  const gitDir = join(given.ctx.folders.repositories, `${newId()}.git`)
  await createBareRepository({ gitDir, defaultBranch: 'main' })
  const head = await pushOneByOne(gitDir, 22)
  const [unreachable = ''] = await writeCommits({ gitDir }, [
    { parents: [head], author: person, committer: person, message: 'Of a job', changes: [] },
  ])
  const lock = join(gitDir, 'maintenance.lock')
  await writeFile(lock, 'of another worker')
  await maintainRepositories(given.ctx, never)
  expect(await packsOf(gitDir)).toHaveLength(23)
  const longAgo = new Date(Date.now() - 86_400_000)
  await utimes(lock, longAgo, longAgo)
  await maintainRepositories(given.ctx, never)
  expect((await packsOf(gitDir)).length).toBeLessThan(4)
  expect(await readdir(join(gitDir, 'objects', 'pack'))).toContain('multi-pack-index')
  expect(await readdir(join(gitDir, 'objects', 'info'))).toContain('commit-graphs')
  const found = [head, unreachable].map((commit) => resolveCommit({ gitDir }, commit))
  expect(await Promise.all(found)).toEqual([head, unreachable])
})

test('a damaged mirror is made anew, once a week; of a damaged repository the log tells', async () => {
  const { folders } = given.ctx
  const hosted = join(folders.repositories, `${newId()}.git`)
  await createBareRepository({ gitDir: hosted, defaultBranch: 'main' })
  const of = { stackId: newId(), gitRepositoryUrl: 'https://git.example/a.git' }
  const mirror = await openStackMirror(mirrorFolder(folders.mirrors, of).gitDir)
  const { gitDir } = mirror.repository
  for (const damaged of [hosted, gitDir]) {
    await pushOneByOne(damaged, 1)
    for (const name of await packsOf(damaged)) {
      await chmod(join(damaged, 'objects', 'pack', name), 0o644)
      await writeFile(join(damaged, 'objects', 'pack', name), 'no pack')
    }
  }
  let lines = ''
  const log = createLog({ level: 'warn', destination: { write: (line) => (lines += line) } })
  const ctx = { ...given.ctx, log }
  await maintainRepositories(ctx, never)
  expect((await openStackMirror(gitDir)).id).not.toBe(mirror.id)
  expect(await packsOf(gitDir)).toEqual([])
  expect(lines).toContain('Restore it from a backup')
  expect(lines).toContain('It is fetched again')
  const before = lines
  await maintainRepositories(ctx, never)
  expect(lines).toBe(before)
  expect(await readFile(join(hosted, 'sluice-checked'), 'utf8')).toBe('')
})
