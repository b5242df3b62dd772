import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blameFile } from './blame.ts'
import { readFileAt } from './read-file.ts'
import { commitTree } from './commit-tree.ts'
import { countCommits } from './count-commits.ts'
import { diffTrees } from './diff-tree.ts'
import { GitError } from './errors.ts'
import { fetchBranches, remoteBranchRef } from './fetch.ts'
import { grepTree } from './grep.ts'
import type { Repository } from './git.ts'
import { createBareRepository } from './init.ts'
import { listCommits } from './log.ts'
import { listRemoteRefs } from './ls-remote.ts'
import { listTree } from './ls-tree.ts'
import { isAncestor } from './merge-base.ts'
import { mergeTrees } from './merge-tree.ts'
import { deleteRemoteBranch, pushBranches } from './push.ts'
import { resolveCommit } from './rev-parse.ts'
import { hostileArguments, oddNames } from './testing/hostile-arguments.ts'
import { serveRepository } from './testing/http-server.ts'
import { commit, newRepository, someone, temporaryFolder } from './testing/repositories.ts'
import { updateRef } from './update-ref.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let repository: Repository
let head: string
let marker: string
beforeAll(async () => {
  folder = await temporaryFolder()
  repository = await newRepository(folder.path)
  head = await commit(repository, { a: '1' }, { branch: 'main' })
  marker = join(folder.path, 'marker')
})
afterAll(() => folder.remove())

const files = () => readdir(folder.path, { recursive: true })
const unreachable = { url: 'https://127.0.0.1:9/r.git' }

/** Every operation that takes the name of a revision, a ref or a branch. */
const operations: ((name: string) => Promise<unknown>)[] = [
  (name) => resolveCommit(repository, name),
  (name) => listTree(repository, name),
  (name) => diffTrees(repository, head, name),
  (name) => diffTrees(repository, name, head),
  (name) => listCommits(repository, { from: name, to: head, limit: 1 }),
  (name) => listCommits(repository, { to: name, limit: 1 }),
  (name) => countCommits(repository, { from: head, to: name }),
  (name) => isAncestor(repository, name, head),
  (name) => mergeTrees(repository, { ours: head, theirs: name }),
  (name) => blameFile(repository, { commitHash: name, path: 'a' }),
  (name) => grepTree(repository, { tree: name, texts: ['1'] }),
  (name) =>
    commitTree(repository, { tree: name, parents: [], author: someone, committer: someone, message: 'x' }),
  (name) => updateRef(repository, { ref: name, newHash: head, oldHash: null }),
  (name) => updateRef(repository, { ref: 'refs/heads/y', newHash: name, oldHash: null }),
  (name) => createBareRepository({ gitDir: join(folder.path, 'z.git'), defaultBranch: name }),
  (name) => fetchBranches({ repository, remote: unreachable, branches: [name] }),
  (name) =>
    pushBranches({
      repository,
      remote: unreachable,
      updates: [{ branch: name, commitHash: head, expectedOldHash: null }],
    }),
  (name) => deleteRemoteBranch({ repository, remote: unreachable, branch: name, expectedHash: head }),
]

const codeOf = (error: unknown) => (error instanceof GitError ? error.code : String(error))

test('hostile arguments are refused by every operation, run nothing and write nothing', async () => {
  const names = hostileArguments(marker)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(200)
  const before = await files()
  const accepted: string[] = []
  for (const name of names) {
    const outcomes = await Promise.allSettled(operations.map((operation) => operation(name)))
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? codeOf(outcome.reason) : 'done'))
    if (codes.some((code) => code !== 'invalidRef')) accepted.push(`${JSON.stringify(name)}: ${codes.join()}`)
  }
  expect(accepted).toEqual([])
  expect(await files()).toEqual(before)
})

test('a path or a text that looks like an option or a command is looked for as it stands', async () => {
  const names = oddNames(marker)
  const contents = Object.fromEntries(names.map((name) => [name, `in ${name}`]))
  const odd = await commit(repository, contents)
  const before = await files()
  const refusals: unknown[] = []
  for (const path of names) {
    expect((await readFileAt(repository, { commit: odd, path }))?.toString()).toBe(`in ${path}`)
    expect(await blameFile(repository, { commitHash: odd, path })).toHaveLength(1)
    expect(await grepTree(repository, { tree: odd, texts: [`in ${path}`], path })).toEqual([path])
  }
  for (const path of hostileArguments(marker).filter((_, index) => index % 10 === 0)) {
    const asked = [
      readFileAt(repository, { commit: odd, path }),
      grepTree(repository, { tree: odd, texts: [path], path: 'x' }),
      grepTree(repository, { tree: odd, texts: ['in '], path }),
    ]
    const outcomes = await Promise.allSettled(asked)
    refusals.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])))
  }
  expect(new Set(refusals.map(codeOf))).toEqual(new Set(['unsafeRepository']))
  expect(await files()).toEqual(before)
})

test('a branch whose name looks like a command is fetched, pushed and deleted as it stands', async () => {
  const hosted = await newRepository(folder.path)
  const server = await serveRepository(hosted)
  const remote = server.remote()
  const names = oddNames(marker)
  const updates = names.map((branch) => ({ branch, commitHash: head, expectedOldHash: null }))
  await pushBranches({ repository, remote, updates })
  const { branches } = await listRemoteRefs({ remote })
  expect(branches.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  await fetchBranches({ repository, remote, branches: names })
  for (const branch of names) expect(await resolveCommit(repository, remoteBranchRef(branch))).toBe(head)
  const [first = '', ...others] = names
  await deleteRemoteBranch({ repository, remote, branch: first, expectedHash: head })
  expect((await listRemoteRefs({ remote })).branches.map(({ name }) => name).toSorted()).toEqual(
    others.toSorted(),
  )
  expect(await readdir(folder.path)).not.toContain('marker')
  await server.close()
})
