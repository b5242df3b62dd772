import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { emptyTreeHash, safeRevision } from './object-names.ts'
import { refuseOddMode, safeTreePath } from './tree-path.ts'

/** One file that differs. Hash and mode are null on the side where the file does not exist. */
export interface FileChange {
  readonly path: string
  readonly status: 'A' | 'M' | 'D'
  readonly oldHash: string | null
  readonly newHash: string | null
  readonly oldMode: string | null
  readonly newMode: string | null
}

/** Compares two commits or trees file by file; `from` null means the empty tree. See diffFolders. */
export async function diffTrees(
  repository: Repository,
  from: string | null,
  to: string,
): Promise<FileChange[]> {
  return await diffFolders(repository, { from, to })
}

/**
 * Compares two commits or trees file by file, without guessing renames, at and below `path` when one is given.
 * Raises `unsafeRepository` when the newer side brings a symbolic link or a submodule there, unless
 * `anyMode` says that the caller only wants to know.
 */
export async function diffFolders(
  repository: Repository,
  options: { from: string | null; to: string; path?: string; anyMode?: boolean; signal?: AbortSignal },
): Promise<FileChange[]> {
  const below = options.path === undefined || options.path === '' ? [] : [safeTreePath(options.path)]
  const older = options.from === null ? emptyTreeHash : safeRevision(options.from)
  const { stdout } = await runGit({
    repository,
    args: [
      'diff-tree',
      '-r',
      '-z',
      '--raw',
      '--no-abbrev',
      '--no-renames',
      '--end-of-options',
      older,
      safeRevision(options.to),
      '--',
      ...below,
    ],
    signal: options.signal,
  })
  const fields = stdout.toString('utf8').split('\0')
  const changes: FileChange[] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const change = fileChange(fields[index] ?? '', fields[index + 1] ?? '')
    if (change.newMode !== null && options.anyMode !== true)
      refuseOddMode(change.newMode, safeTreePath(change.path))
    changes.push(change)
  }
  return changes
}

/** `:oldMode newMode oldHash newHash status` of git-diff-tree(1), raw output format. */
function fileChange(header: string, path: string): FileChange {
  const [oldMode = '', newMode = '', oldHash = '', newHash = '', letter = ''] = header.slice(1).split(' ')
  const status = letter === 'A' || letter === 'D' ? letter : 'M'
  return {
    path,
    status,
    oldHash: status === 'A' ? null : oldHash,
    newHash: status === 'D' ? null : newHash,
    oldMode: status === 'A' ? null : oldMode,
    newMode: status === 'D' ? null : newMode,
  }
}
