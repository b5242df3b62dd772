import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ObjectReader, openObjectReader } from '../cat-file.ts'
import { writeCommits } from '../write-commits.ts'
import type { CommitPlan, TreeChange } from '../write-commits.ts'
import type { Repository } from '../git.ts'
import { createBareRepository } from '../init.ts'
import { updateRef } from '../update-ref.ts'

export const someone = {
  name: 'Ada Example',
  email: 'ada@example.com',
  date: new Date('2026-01-02T03:04:05Z'),
}

/** A folder that lives as long as the test file; its disposal removes it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'sluice-git-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** What somebody reads of a repository, through a reader that is closed behind them. */
export async function readingFrom<T>(
  repository: Repository,
  read: (reader: ObjectReader) => Promise<T>,
): Promise<T> {
  const reader = openObjectReader(repository)
  try {
    return await read(reader)
  } finally {
    await reader.close()
  }
}

let counter = 0

export async function newRepository(folder: string): Promise<Repository> {
  counter += 1
  return await createBareRepository({ gitDir: join(folder, `r${counter}.git`), defaultBranch: 'main' })
}

/** Files by path; null removes one. */
export function changesOf(files: Record<string, string | null>): TreeChange[] {
  return Object.entries(files).map(([path, text]) =>
    text === null ? { path, deleted: true } : { path, content: Buffer.from(text) },
  )
}

export function planOf(files: Record<string, string | null>, extra: Partial<CommitPlan> = {}): CommitPlan {
  return {
    parents: [],
    author: someone,
    committer: someone,
    message: 'A change',
    changes: changesOf(files),
    ...extra,
  }
}

/** Writes one commit and, when a branch is named, puts it there. */
export async function commit(
  repository: Repository,
  files: Record<string, string | null>,
  options: { parents?: readonly string[]; branch?: string; message?: string } = {},
): Promise<string> {
  const { parents = [], branch, message = 'A change' } = options
  const [hash = ''] = await writeCommits(repository, [planOf(files, { parents, message })])
  if (branch !== undefined)
    await updateRef(repository, { ref: `refs/heads/${branch}`, newHash: hash, oldHash: parents[0] ?? null })
  return hash
}
