import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkCommit } from './check-commit.ts'
import { commitTree } from './commit-tree.ts'
import { type Repository, runGit } from './git.ts'
import { treeOf } from './rev-parse.ts'
import { commit, newRepository, someone, temporaryFolder } from './testing/repositories.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let repository: Repository
beforeAll(async () => {
  folder = await temporaryFolder()
  repository = await newRepository(folder.path)
})
afterAll(() => folder.remove())

const limits = { entries: 300_000, fileBytes: 1_000, small: { names: ['.include'], bytes: 100 } }
const check = (hash: string, some: Partial<typeof limits> = {}) =>
  checkCommit(repository, hash, { limits: { ...limits, ...some } })

const commitOf = (tree: string) =>
  commitTree(repository, { tree, author: someone, committer: someone, message: 'Odd', parents: [] })

/** A commit whose folders each name the same folder so often. */
async function repeated(times: number, levels: number): Promise<string> {
  let tree = await treeOf(repository, await commit(repository, { a: '' }))
  for (let level = 0; level < levels; level += 1) {
    const line = (_: unknown, index: number) => `040000 tree ${tree}\td${index}\n`
    const input = Buffer.from(Array.from({ length: times }, line).join(''))
    tree = (await runGit({ repository, args: ['mktree'], input })).stdout.toString('ascii').trim()
  }
  return await commitOf(tree)
}

test('a few folders that name each other stand for as many files as Git would list', async () => {
  await expect(check(await repeated(100, 5))).rejects.toMatchObject({
    code: 'tooLarge',
    message: 'The folder "d0/d0" holds more than 300,000 files and folders.',
  })
  await check(await repeated(10, 3), { entries: 2_110 })
  await expect(check(await repeated(10, 3), { entries: 2_109 })).rejects.toThrow(
    'The root folder holds more than 2,109 files and folders.',
  )
})

test('folders in folders are refused from the 51st on, also where they were seen elsewhere', async () => {
  await check(await repeated(1, 50))
  const lies = 'lies in more than 50 folders.'
  await expect(check(await repeated(1, 51))).rejects.toThrow(lies)
  const deep = await treeOf(repository, await repeated(1, 48))
  const path = `${'z/'.repeat(5)}z`
  const args = ['mktree']
  const nested = await treeOf(repository, await commit(repository, { [`${path}/a`]: '' }))
  const input = Buffer.from(`040000 tree ${deep}\ta\n040000 tree ${nested}\tz\n`)
  const tree = (await runGit({ repository, args, input })).stdout.toString('ascii').trim()
  await check(await commitOf(tree))
  let inner = deep
  for (let level = 0; level < 4; level += 1) {
    const line = Buffer.from(`040000 tree ${inner}\tz\n`)
    inner = (await runGit({ repository, args, input: line })).stdout.toString('ascii').trim()
  }
  const both = Buffer.from(`040000 tree ${deep}\ta\n040000 tree ${inner}\tb\n`)
  const found = (await runGit({ repository, args, input: both })).stdout.toString('ascii').trim()
  await expect(check(await commitOf(found))).rejects.toThrow('more than 50 folders deep')
})

test('a file that is too large is named with its size and the limit', async () => {
  const files = { 'src/classes/A.cls': 'x'.repeat(1_000), 'src/classes/B.cls': 'y'.repeat(1_001) }
  const { 'src/classes/A.cls': small } = files
  await check(await commit(repository, { 'src/classes/A.cls': small }))
  await expect(check(await commit(repository, files))).rejects.toMatchObject({
    code: 'tooLarge',
    message: 'The file "src/classes/B.cls" has 1,001 bytes; it may have at most 1,000 bytes.',
  })
})

test('a file of the root folder may have a limit of its own', async () => {
  await check(await commit(repository, { '.include': 'x'.repeat(100), 'a/.include': 'x'.repeat(101) }))
  await expect(check(await commit(repository, { '.include': 'x'.repeat(101) }))).rejects.toThrow(
    'The file ".include" has 101 bytes; it may have at most 100 bytes.',
  )
})

test('a tag stands for its commit, and what has no files passes', async () => {
  const hash = await commit(repository, { a: 'x'.repeat(1_001) })
  const tagOf = async (object: string) => {
    await runGit({ repository, args: ['tag', '-f', '-a', '-m', 'x', 't', object], env: identity })
    return (await runGit({ repository, args: ['rev-parse', 't'] })).stdout.toString('ascii').trim()
  }
  await expect(check(await tagOf(hash))).rejects.toThrow('The file "a"')
  await check(await tagOf(await blobOf('x'.repeat(1_001))))
  await expect(check('1'.repeat(40))).rejects.toMatchObject({ code: 'notFound' })
})

const identity = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' }

async function blobOf(text: string): Promise<string> {
  const args = ['hash-object', '-w', '--stdin']
  return (await runGit({ repository, args, input: Buffer.from(text) })).stdout.toString('ascii').trim()
}
