import { readFileSync, readdirSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { blobHash } from './blob-hash.ts'
import type { OpenedRepository } from './cat-file.ts'
import type { Repository } from './git.ts'
import { isAncestor, mergeBase } from './merge-base.ts'
import { resolveCommit, treeOf } from './rev-parse.ts'
import { openLazyReader } from './lazy-reader.ts'
import { commit, newRepository, planOf, readingFrom, temporaryFolder } from './testing/repositories.ts'
import { writeCommits } from './write-commits.ts'

let repository: Repository
beforeEach(async () => {
  const folder = await temporaryFolder()
  repository = await newRepository(folder.path)
  return folder.remove
})

const byProcess = async <T>(ask: (opened: OpenedRepository) => Promise<T>) => await ask(repository)
const byReader = async <T>(ask: (opened: OpenedRepository) => Promise<T>) =>
  await readingFrom(repository, (reader) => ask({ ...repository, reader }))

test.each([
  ['by a process', byProcess],
  ['by an open reader', byReader],
])('ancestry knows itself, its past, its base and strangers, asked %s', async (_, asking) => {
  const root = await commit(repository, { a: '1' })
  const one = await commit(repository, { a: '2' }, { parents: [root] })
  const other = await commit(repository, { a: '3' }, { parents: [root] })
  const stranger = await commit(repository, { a: '4' })
  const longer = await commitChain(repository, root, 70)
  const answers = await asking(async (opened) => [
    await isAncestor(opened, root, one),
    await isAncestor(opened, one, one),
    await isAncestor(opened, one, other),
    await isAncestor(opened, root, longer),
    await isAncestor(opened, one, longer),
    await isAncestor(opened, longer, root),
  ])
  expect(answers).toEqual([true, true, false, true, false, false])
  expect([await mergeBase(repository, one, other), await mergeBase(repository, one, stranger)]).toEqual([
    root,
    null,
  ])
  for (const known of [one, longer]) {
    const missing = asking((opened) => isAncestor(opened, '1'.repeat(40), known))
    await expect(missing).rejects.toMatchObject({ code: 'notFound' })
  }
})

test.each([
  ['by a process', byProcess],
  ['by an open reader', byReader],
])('a revision is a full name or nothing, asked %s', async (_, asking) => {
  const head = await commit(repository, { a: '1' }, { branch: 'main' })
  const names = ['HEAD', 'refs/heads/main', head]
  const found = await asking((opened) => Promise.all(names.map((name) => resolveCommit(opened, name))))
  expect(found).toEqual([head, head, head])
  const others = ['refs/heads/none', '1'.repeat(40), blobHash(Buffer.from('1'))]
  const absent = await asking((opened) => Promise.all(others.map((name) => resolveCommit(opened, name))))
  expect(absent).toEqual([null, null, null])
  expect(await asking((opened) => treeOf(opened, head))).toBe(await treeOf(repository, head))
  await expect(asking((opened) => resolveCommit(opened, 'main'))).rejects.toMatchObject({
    code: 'invalidRef',
  })
  expect(await resolveCommit(repository, 'refs/heads/none')).toBeNull()
  await expect(resolveCommit(repository, '--all')).rejects.toMatchObject({ code: 'invalidRef' })
  await expect(treeOf(repository, '1'.repeat(40))).rejects.toMatchObject({ code: 'notFound' })
})

/** The ids of the Git processes of a repository (proc(5)). */
function processesOf({ gitDir }: Repository): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(`GIT_DIR=${gitDir}\0`)
    } catch {
      // It has ended.
      return false
    }
  })
}

test('a shared reader ends its process when nobody asks, and starts it again, also after it was lost', async () => {
  const head = await commit(repository, { a: 'text' })
  const reader = openLazyReader(repository, { idleMs: 20 })
  expect(await reader.typeOf(head)).toBe('commit')
  await expect.poll(() => processesOf(repository)).toEqual([])
  expect(await reader.resolve(head)).toBe(head)
  await expect(reader.read('1'.repeat(40))).rejects.toMatchObject({ code: 'notFound' })
  for (const pid of processesOf(repository)) process.kill(Number(pid), 'SIGKILL')
  expect(String(await reader.read(blobHash(Buffer.from('text'))))).toBe('text')
  await reader.close()
  expect(processesOf(repository)).toEqual([])
})

/** Writes commits in a row and returns the last one. */
async function commitChain(into: Repository, parent: string, length: number): Promise<string> {
  const plans = Array.from({ length }, (_, index) =>
    planOf({ c: `${index}` }, { parents: [index === 0 ? parent : { plan: index - 1 }] }),
  )
  return (await writeCommits(into, plans)).at(-1) ?? ''
}
