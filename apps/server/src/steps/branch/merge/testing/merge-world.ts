import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectReader } from '@sluice/git/cat-file'
import { readFileAt } from '@sluice/git/read-file'
import type { Repository } from '@sluice/git/git'
import { createBareRepository } from '@sluice/git/init'
import { listTree } from '@sluice/git/ls-tree'
import { type TreeChange, writeCommits } from '@sluice/git/write-commits'
import { afterAll, beforeAll } from 'vitest'
import type { BranchMerge, BranchMergeOutcome } from '../branch-merge.ts'
import { mergeBranches } from '../merge-branches.ts'

/** Contents by path below `src/unpackaged/`; null deletes. */
export type Files = Readonly<Record<string, string | Uint8Array | { readonly executable: string } | null>>

type Versions = readonly [base: Files, ours: Files, theirs: Files]

export interface Merged {
  readonly outcome: BranchMergeOutcome
  /** The text of a file in the merge commit; null when there is none. Raises when nothing was merged. */
  text(path: string): Promise<string | null>
  mode(path: string): Promise<string | undefined>
  files(): Promise<string[]>
  /** Every file of the merge commit. */
  contents(): Promise<ReadonlyMap<string, Buffer>>
}

type Settings = Partial<BranchMerge['settings']> &
  Pick<BranchMerge, 'decided'> & { limits?: Partial<BranchMerge['limits']> }

const who = { name: 'Ada', email: 'ada@example.com', date: new Date(0) }
const folder = 'src/unpackaged/'

/** Merges of commits in a repository on disk. Read it inside tests only. */
export function mergeWorld() {
  let root = ''
  let repository: Repository
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'sluice-merge-'))
    repository = await createBareRepository({ gitDir: join(root, 'bare'), defaultBranch: 'main' })
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  const commit = async (files: Files, parents: readonly string[]) => {
    const plan = { parents, author: who, committer: who, message: 'A change', changes: changesOf(files) }
    const [hash = ''] = await writeCommits(repository, [plan])
    return hash
  }
  const inputOf = async ([base, ours, theirs]: Versions, settings: Settings): Promise<BranchMerge> => {
    const start = await commit(base, [])
    const [local, remote] = [await commit(ours, [start]), await commit(theirs, [start])]
    const { limits, decided = [], ...strategies } = settings
    return {
      gitDir: repository.gitDir,
      metadataDirectory: { path: '/src', layout: 'Packages' },
      ours: local,
      theirs: remote,
      message: 'Merge',
      committer: who,
      apiVersion: '60.0',
      settings: { conflicts: 'Abort', semantic: 'ApplyAll', ...strategies },
      limits: { maxFileBytes: 1_000_000, maxMs: 60_000, ...limits },
      decided,
    }
  }
  return {
    inputOf,
    /** Merges: the files of the base, and what each side changed of them. */
    merge: async (versions: Versions, settings: Settings = {}): Promise<Merged> => {
      const outcome = await mergeBranches(await inputOf(versions, settings), new AbortController().signal)
      const merged = () => {
        if (outcome.kind === 'conflict') throw new Error(`Not merged: ${JSON.stringify(outcome)}`)
        return outcome.commitHash
      }
      const list = () => listTree(repository, merged(), {})
      return {
        outcome,
        text: async (path) =>
          (await readFileAt(repository, { commit: merged(), path: `${folder}${path}` }))?.toString() ?? null,
        mode: async (path) => (await list()).get(`${folder}${path}`)?.mode,
        contents: async () => {
          const reader = openObjectReader(repository)
          try {
            const read = async ([path, { hash }]: [string, { hash: string }]) =>
              [path.replace(folder, ''), await reader.read(hash)] as const
            return new Map(await Promise.all([...(await list())].map(read)))
          } finally {
            await reader.close()
          }
        },
        files: async () => [...(await list()).keys()].map((path) => path.replace(folder, '')),
      }
    },
  }
}

function changesOf(files: Files): TreeChange[] {
  return Object.entries(files).map(([path, content]): TreeChange => {
    const full = `${folder}${path}`
    if (content === null) return { path: full, deleted: true }
    if (content instanceof Uint8Array) return { path: full, content }
    if (typeof content === 'string') return { path: full, content: Buffer.from(content) }
    return { path: full, content: Buffer.from(content.executable), mode: '100755' }
  })
}
