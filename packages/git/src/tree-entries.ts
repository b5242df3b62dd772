import { GitError } from './errors.ts'

/** An entry of a tree object. */
export interface TreeEntry {
  readonly name: string
  /** Canonical, as git-diff-tree(1) shows it: `100644`, `100755`, `120000`, `160000` or `40000`. */
  readonly mode: string
  readonly hash: string
  /** Sorts as trees do: the bytes of the name, a folder as if its name ended with `/`. */
  readonly order: string
  /** Where the next entry stands. */
  readonly next: number
}

/** The mode of a folder's entry. */
export const folderMode = '40000'

const hashBytes = 20
const blankByte = 32
const typeMask = 0o170_000
/** `40000`. */
const shortestMode = 5
const blockBytes = 4096

/** Reads the entry at an offset: `<mode> <name> NUL <hash in bytes>`. Raises `failed` for a tree that is damaged. */
export function entryAt(tree: Buffer, at: number): TreeEntry {
  const blank = tree.indexOf(blankByte, at)
  const end = blank < 0 ? -1 : tree.indexOf(0, blank + 1)
  const next = end + 1 + hashBytes
  const bytes = end < 0 ? '' : tree.toString('latin1', blank + 1, end)
  if (bytes === '' || bytes.includes('/') || next > tree.length)
    throw new GitError('failed', 'A folder of the repository is damaged.')
  const mode = canonicalMode(tree.toString('latin1', at, blank))
  return {
    name: tree.toString('utf8', blank + 1, end),
    mode,
    hash: tree.toString('hex', end + 1, next),
    order: mode === folderMode ? `${bytes}/` : bytes,
    next,
  }
}

/** Git takes every file as 100644 or 100755, whatever permissions an old tree holds, and leading zeros as nothing. */
function canonicalMode(written: string): string {
  const mode = Number.parseInt(written, 8)
  const type = mode & typeMask
  if (type === 0o100_000) return (mode & 0o100) === 0 ? '100644' : '100755'
  if (type === 0o120_000) return '120000'
  return type === 0o040_000 ? folderMode : '160000'
}

/** An offset into a tree, where an entry begins. */
export interface TreePlace {
  readonly tree: Buffer
  readonly at: number
}

/** How many bytes of whole entries are the same in both trees, from an entry of each on. */
export function sameEntriesLength(a: TreePlace, b: TreePlace): number {
  const end = a.at + sameLength(a, b)
  for (let at = a.at; ;) {
    // The name ends with the first NUL: no mode has one, and none is shorter than this.
    let next = at + shortestMode
    while (next < end && a.tree[next] !== 0) next += 1
    next += 1 + hashBytes
    if (next > end) return at - a.at
    at = next
  }
}

/** How many bytes are the same; most of two trees is, so it is compared in blocks. */
function sameLength(a: TreePlace, b: TreePlace): number {
  const most = Math.min(a.tree.length - a.at, b.tree.length - b.at)
  let length = 0
  for (let end = blockBytes; end <= most; length = end, end += blockBytes)
    if (a.tree.compare(b.tree, b.at + length, b.at + end, a.at + length, a.at + end) !== 0) break
  while (length < most && a.tree[a.at + length] === b.tree[b.at + length]) length += 1
  return length
}
