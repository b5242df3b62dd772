import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { safeRevision } from './object-names.ts'
import { refuseManyEntries } from './tree-entries.ts'
import { refuseOddMode, safeTreePath } from './tree-path.ts'

/** A file in a tree. */
export interface TreeFile {
  readonly mode: string
  readonly hash: string
}

/**
 * Lists the files of a commit or tree, all or those at and below `path`, by their full path in Git's order. A path that
 * does not exist gives nothing. Raises `unsafeRepository` when a listed entry is a symbolic link, a submodule or has a
 * `.git`-like name, `notFound` when the tree is not there. See `findFiles` for some paths of many.
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
  refuseManyEntries(stdout, 1)
  const files = new Map<string, TreeFile>()
  const text = stdout.toString('utf8')
  // `<mode> <type> <hash> TAB <path> NUL`: mode and hash have fixed lengths.
  for (let at = 0; at < text.length;) {
    const tab = text.indexOf('\t', at)
    const end = text.indexOf('\0', tab)
    const mode = text.slice(at, at + 6)
    const path = safeTreePath(text.slice(tab + 1, end))
    refuseOddMode(mode, path)
    files.set(path, { mode, hash: text.slice(tab - 40, tab) })
    at = end + 1
  }
  return files
}
