import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gitEnvironment } from './environment.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { createBareRepository, openRepository } from './init.ts'
import { startDirectly } from './process/start-directly.ts'
import { resolveCommit } from './rev-parse.ts'
import { removeStaleLocks } from './stale-locks.ts'
import { commit, newRepository, temporaryFolder } from './testing/repositories.ts'
import { updateRef, updateRefs } from './update-ref.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let repository: Repository
let one: string
let two: string
beforeAll(async () => {
  folder = await temporaryFolder()
})
beforeEach(async () => {
  repository = await newRepository(folder.path)
  one = await commit(repository, { a: '1' })
  two = await commit(repository, { a: '2' }, { parents: [one] })
})
afterAll(() => folder.remove())

const main = 'refs/heads/main'

test('a ref moves only from its expected value', async () => {
  await updateRef(repository, { ref: main, newHash: one, oldHash: null })
  await expect(updateRef(repository, { ref: main, newHash: two, oldHash: two })).rejects.toMatchObject({
    code: 'staleRef',
  })
  await expect(updateRef(repository, { ref: main, newHash: two, oldHash: null })).rejects.toMatchObject({
    code: 'staleRef',
  })
  await expect(updateRef(repository, { ref: main, newHash: null, oldHash: two })).rejects.toMatchObject({
    code: 'staleRef',
  })
  expect(await resolveCommit(repository, main)).toBe(one)
  await updateRef(repository, { ref: main, newHash: two, oldHash: one })
  await updateRef(repository, { ref: main, newHash: null, oldHash: two })
  expect(await resolveCommit(repository, main)).toBeNull()
})

test('several refs move together or not at all', async () => {
  const updates = ['a', 'b'].map((name) => ({ ref: `refs/heads/${name}`, newHash: one, oldHash: null }))
  await expect(
    updateRefs(repository, [...updates, { ref: main, newHash: one, oldHash: two }]),
  ).rejects.toMatchObject({ code: 'staleRef' })
  expect(await resolveCommit(repository, 'refs/heads/a')).toBeNull()
  await updateRefs(repository, updates)
  expect(await resolveCommit(repository, 'refs/heads/b')).toBe(one)
})

test('a ref cannot point to a commit that is not there', async () => {
  const update = updateRef(repository, { ref: main, newHash: '1'.repeat(40), oldHash: null })
  await expect(update).rejects.toMatchObject({ code: 'notFound' })
})

test.each([0, 2, 4, 8, 12, 20])(
  'killed after %i ms, every ref is old or new, and the next update goes through',
  async (delay) => {
    const refs = Array.from({ length: 400 }, (_, index) => `refs/heads/b${index}`)
    await updateRefs(
      repository,
      refs.map((ref) => ({ ref, newHash: one, oldHash: null })),
    )
    const { gitDir } = repository
    const git = startDirectly({
      file: 'git',
      args: ['update-ref', '--stdin', '-z'],
      cwd: gitDir,
      env: gitEnvironment({ gitDir }),
      takesInput: true,
    })
    git.stdout.resume()
    git.stdin?.on('error', () => undefined)
    git.stdin?.end(refs.map((ref) => `update ${ref}\0${two}\0${one}\0`).join(''))
    setTimeout(() => git.signalGroup('SIGKILL'), delay)
    await git.ended
    await removeStaleLocks(repository, { olderThanMs: -1_000 })
    const values = await Promise.all(refs.slice(0, 40).map((ref) => resolveCommit(repository, ref)))
    expect(values.every((value) => value === one || value === two)).toBe(true)
    await updateRef(repository, {
      ref: 'refs/heads/b399',
      newHash: two,
      oldHash: await resolveCommit(repository, 'refs/heads/b399'),
    })
  },
)

test('a lock that a killed process left is removed once it is old, a fresh one is not', async () => {
  await writeFile(join(repository.gitDir, 'refs/heads/main.lock'), '')
  await expect(updateRef(repository, { ref: main, newHash: one, oldHash: null })).rejects.toMatchObject({
    name: 'GitError',
  })
  expect(await removeStaleLocks(repository, { olderThanMs: 60_000 })).toEqual([])
  expect(await removeStaleLocks(repository, { olderThanMs: -1_000 })).toEqual([
    join('refs', 'heads', 'main.lock'),
  ])
  await updateRef(repository, { ref: main, newHash: one, oldHash: null })
})

test('a repository is created once, keeps its content, and is told apart from any folder', async () => {
  await updateRef(repository, { ref: main, newHash: one, oldHash: null })
  await createBareRepository({ gitDir: repository.gitDir, defaultBranch: 'dev' })
  expect(await resolveCommit(await openRepository(repository), main)).toBe(one)
  expect(await readFile(join(repository.gitDir, 'HEAD'), 'utf8')).toBe('ref: refs/heads/dev\n')
  await expect(openRepository({ gitDir: folder.path })).rejects.toMatchObject({ code: 'notFound' })
  const hooks = await runGit({ repository, args: ['rev-parse', '--git-path', 'hooks'] })
  expect(hooks.stdout.toString().trim()).toBe('/dev/null')
})
