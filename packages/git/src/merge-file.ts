import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'

/** The three versions of a file, and how to mark or settle what cannot be merged. */
export interface FileMerge {
  readonly base: Uint8Array
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
  /** Names after the markers; default `ours`, `base`, `theirs`. */
  readonly labels?: { ours: string; base: string; theirs: string }
  /** Settles conflicting hunks by one side instead of marking them. */
  readonly favour?: 'ours' | 'theirs'
}

/**
 * Merges one file line by line with diff3 markers (git-merge-file(1)). `conflictCount` is capped at 127 by Git.
 * Raises `failed` when a version is binary.
 */
export async function mergeFile(
  repository: Repository,
  merge: FileMerge,
): Promise<{ content: Buffer; conflictCount: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-merge-'))
  try {
    const sides = ['ours', 'base', 'theirs'] as const
    await Promise.all(sides.map((side) => writeFile(join(folder, side), merge[side])))
    const labels = sides.flatMap((side) => ['-L', (merge.labels?.[side] ?? side).replaceAll(/\s+/g, ' ')])
    const favour = merge.favour === undefined ? [] : [`--${merge.favour}`]
    const { stdout, exitCode } = await runGit({
      repository,
      args: [
        'merge-file',
        '-p',
        '--diff3',
        ...favour,
        ...labels,
        '--',
        ...sides.map((side) => join(folder, side)),
      ],
      answers: Array.from({ length: 127 }, (_, count) => count + 1),
    })
    return { content: stdout, conflictCount: exitCode }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
