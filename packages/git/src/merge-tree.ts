import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import type { TreeFile } from './ls-tree.ts'
import { fullHash } from './object-names.ts'
import { refuseOddMode, safeTreePath } from './tree-path.ts'

/** A path that Git could not merge; a stage is missing where that side has no file there. */
export interface MergeConflict {
  readonly path: string
  readonly stages: { base?: TreeFile; ours?: TreeFile; theirs?: TreeFile }
}

/** `treeHash` holds every cleanly merged file and, at conflicting paths, Git's text with markers. */
export interface MergeResult {
  readonly treeHash: string
  readonly conflicts: readonly MergeConflict[]
}

const stageNames = { '1': 'base', '2': 'ours', '3': 'theirs' } as const

/**
 * Merges two commits against their merge base without a work tree (git-merge-tree(1) `--write-tree`), renames off.
 * Raises `notFound` for missing commits, `failed` for unrelated histories, `unsafeRepository` when a conflict
 * concerns a symbolic link or a submodule.
 */
export async function mergeTrees(
  repository: Repository,
  options: { ours: string; theirs: string; signal?: AbortSignal },
): Promise<MergeResult> {
  const { stdout } = await runGit({
    repository,
    args: [
      'merge-tree',
      '--write-tree',
      '-z',
      '--no-messages',
      '--end-of-options',
      fullHash(options.ours),
      fullHash(options.theirs),
    ],
    answers: [1],
    signal: options.signal,
  })
  const [treeHash = '', ...entries] = stdout.toString('utf8').split('\0')
  const conflicts = new Map<string, MergeConflict>()
  for (const entry of entries) {
    const match = /^(\d{6}) ([0-9a-f]{40}) ([123])\t([^]+)$/.exec(entry)
    if (match === null) continue
    const [, mode = '', hash = '', stage = '', path = ''] = match
    refuseOddMode(mode, safeTreePath(path))
    const conflict = conflicts.get(path) ?? { path, stages: {} }
    if (stage === '1' || stage === '2' || stage === '3') conflict.stages[stageNames[stage]] = { mode, hash }
    conflicts.set(path, conflict)
  }
  return { treeHash, conflicts: [...conflicts.values()] }
}
