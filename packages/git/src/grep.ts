import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'
import { safeTreePath } from './tree-path.ts'

/**
 * The text files of a commit or tree (by its full hash), at and below `path`, that hold at least one of the texts, letter case ignored
 * (git-grep(1)). Full paths in Git's order. Blank texts match nothing; one with a line break counts as two. Raises `notFound`
 * when the tree is not there.
 */
export async function grepTree(
  repository: Repository,
  options: { tree: string; texts: readonly string[]; path?: string; signal?: AbortSignal },
): Promise<string[]> {
  const tree = fullHash(options.tree)
  const texts = options.texts.filter((text) => text.trim() !== '')
  if (texts.length === 0) return []
  const below = options.path === undefined || options.path === '' ? [] : [safeTreePath(options.path)]
  const { stdout } = await runGit({
    repository,
    args: ['grep', '-l', '-z', '-I', '-i', '--fixed-strings', '-f', '-', tree, '--', ...below],
    input: Buffer.from(`${texts.join('\n')}\n`),
    answers: [1],
    signal: options.signal,
  })
  return stdout
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => name.slice(tree.length + 1))
}
