import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { writeCommits } from '@sluice/git/write-commits'
import type { TreeChange } from '@sluice/git/write-commits'
import { createBareRepository } from '@sluice/git/init'
import { treeOf } from '@sluice/git/rev-parse'
import { sized } from './sized.ts'

/**
 * Time to commit 20,000 small files, and then 200 changes to them: the engine's own packs in a bare repository
 * against files in a work tree, `git add -A` and `git commit`. Both must arrive at the same trees.
 */
const fileCount = sized(20_000, 40)
const changeCount = sized(200, 4)
const rounds = sized(3, 1)
const person = { name: 'Bench', email: 'bench@sluice.invalid', date: new Date(0) }
const run = promisify(execFile)

const pathOf = (index: number) => `src/unpackaged/type${index % 40}/Component_${index}.xml`
const textOf = (index: number, version: number) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<CustomField>\n    <fullName>F${index}</fullName>\n    <version>${version}</version>\n${`    <description>${index * 7919}</description>\n`.repeat(9)}</CustomField>\n`
const changesOf = (count: number, version: number): TreeChange[] =>
  Array.from({ length: count }, (_, index) => ({
    path: pathOf(index),
    content: Buffer.from(textOf(index, version)),
  }))

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; value: T }> {
  const begun = performance.now()
  const value = await work()
  return { seconds: (performance.now() - begun) / 1000, value }
}

async function engine(folder: string) {
  const repository = await createBareRepository({ gitDir: join(folder, 'bare.git'), defaultBranch: 'main' })
  const plan = { author: person, committer: person, message: 'Bench' }
  const first = await timed(() =>
    writeCommits(repository, [{ ...plan, parents: [], changes: changesOf(fileCount, 1) }]),
  )
  const repeat = await timed(() =>
    writeCommits(repository, [{ ...plan, parents: first.value, changes: changesOf(changeCount, 2) }]),
  )
  const tree = await treeOf(repository, repeat.value[0] ?? '')
  return { first: first.seconds, repeat: repeat.seconds, tree }
}

async function workTree(folder: string) {
  const clone = join(folder, 'work')
  const git = (...args: string[]) =>
    run('git', [
      '-c',
      'user.name=Bench',
      '-c',
      'user.email=bench@sluice.invalid',
      '-c',
      'gc.auto=0',
      '-C',
      clone,
      ...args,
    ])
  await mkdir(clone)
  await git('init', '--quiet')
  const commit = async (count: number, version: number) => {
    const paths = Array.from({ length: count }, (_, index) => join(clone, pathOf(index)))
    await Promise.all(
      [...new Set(paths.map((path) => dirname(path)))].map((path) => mkdir(path, { recursive: true })),
    )
    for (let at = 0; at < count; at += 100) {
      await Promise.all(
        paths.slice(at, at + 100).map((path, index) => writeFile(path, textOf(at + index, version))),
      )
    }
    await git('add', '-A')
    await git('commit', '--quiet', '-m', 'Bench')
  }
  const first = await timed(() => commit(fileCount, 1))
  const repeat = await timed(() => commit(changeCount, 2))
  const { stdout } = await git('rev-parse', 'HEAD^{tree}')
  return { first: first.seconds, repeat: repeat.seconds, tree: stdout.trim() }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const results = {
  engine: [] as { first: number; repeat: number }[],
  workTree: [] as { first: number; repeat: number }[],
}
for (let round = 0; round < rounds; round += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-git-'))
  const ours = await engine(folder)
  const naive = await workTree(folder)
  await rm(folder, { recursive: true, force: true })
  if (ours.tree !== naive.tree) throw new Error(`The trees differ: ${ours.tree} and ${naive.tree}`)
  results.engine.push(ours)
  results.workTree.push(naive)
}
for (const step of ['first', 'repeat'] as const) {
  const ours = median(results.engine.map((result) => result[step]))
  const naive = median(results.workTree.map((result) => result[step]))
  const what = step === 'first' ? `${fileCount} files` : `${changeCount} changes in ${fileCount} files`
  process.stdout.write(
    `${what}: engine ${ours.toFixed(2)} s, work tree ${naive.toFixed(2)} s, ratio ${(ours / naive).toFixed(2)} (median of ${rounds})\n`,
  )
}
