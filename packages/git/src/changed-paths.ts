import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'

/** A path that a commit added, modified or deleted, compared with its first parent. */
export interface ChangedPath {
  readonly path: string
  readonly status: 'A' | 'M' | 'D'
}

/**
 * The paths that each of these commits changed, by the full hash of the commit, in one process (git-diff-tree(1)).
 * A merge is compared with its first parent, a commit without parents with nothing.
 */
export async function changedPaths(
  repository: Repository,
  commitHashes: readonly string[],
): Promise<Map<string, ChangedPath[]>> {
  const asked = new Set(commitHashes.map(fullHash))
  const { stdout } = await runGit({
    repository,
    args: [
      'diff-tree',
      '--stdin',
      '-r',
      '-z',
      '--root',
      '--diff-merges=first-parent',
      '--name-status',
      '--no-renames',
    ],
    input: Buffer.from([...asked].map((hash) => `${hash}\n`).join('')),
  })
  const changed = new Map<string, ChangedPath[]>([...asked].map((hash) => [hash, []]))
  const fields = stdout.toString('utf8').split('\0')
  let paths: ChangedPath[] = []
  // `<hash> NUL`, then `<status> NUL <path> NUL` for each path: a status is one letter, so no hash is taken for one.
  for (let at = 0; at < fields.length;) {
    const field = fields[at] ?? ''
    if (field.length === 40) {
      paths = changed.get(field) ?? []
      at += 1
    } else {
      if (field !== '') paths.push({ path: fields[at + 1] ?? '', status: statusOf(field) })
      at += 2
    }
  }
  return changed
}

const statusOf = (letter: string): ChangedPath['status'] => (letter === 'A' || letter === 'D' ? letter : 'M')
