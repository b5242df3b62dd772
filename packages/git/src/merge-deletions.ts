import { diffFolders } from './diff-tree.ts'
import type { FileChange } from './diff-tree.ts'
import { writeCommits } from './write-commits.ts'
import type { TreeChange } from './write-commits.ts'
import type { Repository } from './git.ts'
import type { Identity } from './identity.ts'
import type { TreeFile } from './ls-tree.ts'

/** A file that one side deleted and the other changed; `kept` says which side still has it. */
export interface DeletedAndChanged {
  readonly path: string
  readonly base: TreeFile
  readonly kept: 'ours' | 'theirs'
  readonly changed: TreeFile
}

/** The two sides as git-merge-tree may see them, and what it must not decide. */
export interface PreparedSides {
  readonly ours: string
  readonly theirs: string
  readonly held: readonly DeletedAndChanged[]
  readonly changes: SideChanges
}

/** What each side changed since the merge base, links and submodules included. */
export interface SideChanges {
  readonly ours: readonly FileChange[]
  readonly theirs: readonly FileChange[]
}

/**
 * Git before 2.50 cannot be kept from following renames in merge-tree. A rename only matters for files that one side
 * deleted and the other side changed or deleted too. Here the other side gets the base's version of such files, so
 * that no rename is looked for; a deletion against a change is held back as the conflict it is.
 */
export async function withoutRenames(
  repository: Repository,
  sides: { base: string; ours: string; theirs: string },
): Promise<PreparedSides> {
  const [ours, theirs] = await Promise.all([
    diffFolders(repository, { from: sides.base, to: sides.ours, anyMode: true }),
    diffFolders(repository, { from: sides.base, to: sides.theirs, anyMode: true }),
  ])
  const gone = { ours: deletions(ours), theirs: deletions(theirs) }
  const changedByOurs = ours.filter(
    (change) => change.status === 'M' && isFile(change) && gone.theirs.has(change.path),
  )
  const changedByTheirs = theirs.filter(
    (change) => change.status === 'M' && isFile(change) && gone.ours.has(change.path),
  )
  const goneTwice = theirs.filter(
    (change) =>
      change.status === 'D' &&
      isFile(change) &&
      gone.ours.has(change.path) &&
      !hasFolder(theirs, change.path),
  )
  return {
    ours: await restore(repository, sides.ours, changedByOurs),
    theirs: await restore(repository, sides.theirs, [...changedByTheirs, ...goneTwice]),
    held: [
      ...changedByOurs.map((change) => held(change, 'ours')),
      ...changedByTheirs.map((change) => held(change, 'theirs')),
    ],
    changes: { ours, theirs },
  }
}

function deletions(changes: readonly FileChange[]): Set<string> {
  return new Set(changes.filter((change) => change.status === 'D').map((change) => change.path))
}

/** Links and submodules are left to Git: they are not looked at for renames. */
function isFile(change: FileChange): boolean {
  return [change.oldMode, change.newMode].every((mode) => mode === null || mode.startsWith('100'))
}

/** Restoring a file where the side now has a folder of that name would remove the folder. */
function hasFolder(changes: readonly FileChange[], path: string): boolean {
  return changes.some((change) => change.status === 'A' && change.path.startsWith(`${path}/`))
}

function held(change: FileChange, kept: 'ours' | 'theirs'): DeletedAndChanged {
  const base = { mode: change.oldMode ?? '', hash: change.oldHash ?? '' }
  return {
    path: change.path,
    base,
    kept,
    changed: { mode: change.newMode ?? '', hash: change.newHash ?? '' },
  }
}

const nobody: Identity = { name: 'Sluice', email: 'sluice@sluice.invalid', date: new Date(0) }

/** A commit on top of a side, so that the merge base stays what it is. */
async function restore(
  repository: Repository,
  side: string,
  changes: readonly FileChange[],
): Promise<string> {
  const files = changes.map((change) => ({
    path: change.path,
    mode: change.oldMode ?? '',
    hash: change.oldHash ?? '',
  }))
  return files.length === 0 ? side : await commitFiles(repository, side, files)
}

/** Writes a passing commit that sets files to stored objects on top of another commit; no ref points to it. */
export async function commitFiles(
  repository: Repository,
  parent: string,
  files: readonly (TreeFile & { path: string })[],
): Promise<string> {
  const changes = files.map(({ path, hash, mode }): TreeChange => ({
    path,
    hash,
    mode: mode === '100755' ? '100755' : '100644',
  }))
  const [hash = ''] = await writeCommits(repository, [
    { parents: [parent], author: nobody, committer: nobody, message: 'Prepare a merge', changes },
  ])
  return hash
}

/** Puts the changed versions back into the merged tree, where Git leaves them for such a conflict. */
export function heldFiles(conflicts: readonly DeletedAndChanged[]): (TreeFile & { path: string })[] {
  return conflicts.map(({ path, changed }) => ({ path, ...changed }))
}
