import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { emptyTreeHash, safeRevision } from './object-names.ts'
import { refuseManyEntries } from './tree-entries.ts'
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

/** How Git ends when a commit has no such folder. */
const notThere = 128

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
  const { from, to, path = '', signal } = options
  const [older, newer] = [from === null ? emptyTreeHash : safeRevision(from), safeRevision(to)]
  if (path !== '') {
    const folderOf = (tree: string) => (tree === emptyTreeHash ? tree : `${tree}:${safeTreePath(path)}`)
    // Matching every entry of both sides with a path takes longer than comparing only that folder of both.
    const trees = [folderOf(older), folderOf(newer)]
    const text = await rawDiff(repository, { trees, signal, answers: [notThere] })
    if (text !== null) return changesOf(text, options, `${path}/`)
  }
  const whole = await rawDiff(repository, { trees: [older, newer], path, signal })
  return changesOf(whole ?? '', options, '')
}

interface RawDiffOptions {
  readonly trees: readonly string[]
  readonly path?: string
  /** Exit codes besides 0 that are an answer. */
  readonly answers?: readonly number[]
  readonly signal: AbortSignal | undefined
}

/** The output of git-diff-tree(1), raw format; null when it ended with an answer other than 0. */
async function rawDiff(
  repository: Repository,
  { trees, path, answers, signal }: RawDiffOptions,
): Promise<string | null> {
  const options = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--end-of-options']
  const { stdout, exitCode } = await runGit({
    repository,
    args: ['diff-tree', ...options, ...trees, '--', ...(path ? [safeTreePath(path)] : [])],
    signal,
    ...(answers && { answers }),
  })
  refuseManyEntries(stdout, 2)
  return exitCode === 0 ? stdout.toString('utf8') : null
}

function changesOf(text: string, options: { anyMode?: boolean }, folder: string): FileChange[] {
  const fields = text.split('\0')
  const changes: FileChange[] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const change = fileChange(fields[index] ?? '', folder + (fields[index + 1] ?? ''))
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
