import { commitTree } from './commit-tree.ts'
import { GitError } from './errors.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import type { TreeFile } from './ls-tree.ts'
import { mergeBase } from './merge-base.ts'
import { commitFiles, heldFiles, withoutRenames } from './merge-deletions.ts'
import type { DeletedAndChanged, SideChanges } from './merge-deletions.ts'
import { fullHash } from './object-names.ts'
import { treeOf } from './rev-parse.ts'
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
  /** The commit that both histories share. */
  readonly base: string
  readonly changes: SideChanges
}

const stageNames = { '1': 'base', '2': 'ours', '3': 'theirs' } as const

/**
 * Merges two commits against their merge base without a work tree (git-merge-tree(1) `--write-tree`). A file's path is
 * its identity: renames are not followed. Raises `notFound` for missing commits, `failed` for unrelated histories,
 * `unsafeRepository` when a changed file is a symbolic link or a submodule.
 */
export async function mergeTrees(
  repository: Repository,
  options: { ours: string; theirs: string; signal?: AbortSignal },
): Promise<MergeResult> {
  const ours = fullHash(options.ours)
  const theirs = fullHash(options.theirs)
  const base = await mergeBase(repository, ours, theirs)
  if (base === null) throw new GitError('failed', 'The two histories never met.')
  const sides = await withoutRenames(repository, { base, ours, theirs })
  const { stdout } = await runGit({
    repository,
    args: ['merge-tree', '--write-tree', '-z', '--no-messages', '--end-of-options', sides.ours, sides.theirs],
    answers: [1],
    signal: options.signal,
  })
  const [treeHash = '', ...entries] = stdout.toString('utf8').split('\0')
  const conflicts = [...readConflicts(entries), ...sides.held.map(heldConflict)]
  return {
    treeHash:
      sides.held.length === 0 ? treeHash : await withHeldFiles(repository, { treeHash, held: sides.held }),
    conflicts: conflicts.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    base,
    changes: sides.changes,
  }
}

/** `<mode> <hash> <stage> TAB <path>` of git-merge-tree(1), section "Conflicted file info". */
function readConflicts(entries: readonly string[]): MergeConflict[] {
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
  return [...conflicts.values()]
}

function heldConflict({ path, base, kept, changed }: DeletedAndChanged): MergeConflict {
  return { path, stages: { base, [kept]: changed } }
}

async function withHeldFiles(
  repository: Repository,
  merged: { treeHash: string; held: readonly DeletedAndChanged[] },
): Promise<string> {
  const identity = { name: 'Sluice', email: 'sluice@sluice.invalid', date: new Date(0) }
  const commit = {
    tree: merged.treeHash,
    parents: [],
    author: identity,
    committer: identity,
    message: 'Prepare a merge',
  }
  const parent = await commitTree(repository, commit)
  return await treeOf(repository, await commitFiles(repository, parent, heldFiles(merged.held)))
}
