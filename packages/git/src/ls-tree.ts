import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { safeRevision } from './object-names.ts'
import { refuseOddMode, safeTreePath } from './tree-path.ts'

/** A file in a tree. */
export interface TreeFile {
  readonly mode: string
  readonly hash: string
}

/**
 * Lists the files of a commit or tree, all or those at and below `path`, by their full path in Git's order.
 * A path that does not exist gives an empty map. Raises `unsafeRepository` when a listed entry is a symbolic link, a
 * submodule or has a `.git`-like name, `notFound` when the tree is not there.
 */
export async function listTree(
  repository: Repository,
  treeish: string,
  options: { path?: string; signal?: AbortSignal } = {},
): Promise<Map<string, TreeFile>> {
  const below = options.path === undefined || options.path === '' ? [] : [safeTreePath(options.path)]
  const { stdout } = await runGit({
    repository,
    args: ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', safeRevision(treeish), ...below],
    signal: options.signal,
  })
  const files = new Map<string, TreeFile>()
  for (const entry of stdout.toString('utf8').split('\0')) {
    if (entry === '') continue
    const tab = entry.indexOf('\t')
    const [mode = '', , hash = ''] = entry.slice(0, tab).split(' ')
    const path = safeTreePath(entry.slice(tab + 1))
    refuseOddMode(mode, path)
    files.set(path, { mode, hash })
  }
  return files
}
