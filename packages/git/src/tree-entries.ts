import { GitError } from './errors.ts'

/** An entry of a tree object. */
export interface TreeEntry {
  readonly name: string
  /** Canonical, as git-diff-tree(1) shows it: `100644`, `100755`, `120000`, `160000` or `40000`. */
  readonly mode: string
  readonly hash: string
  /** Where the next entry stands. */
  readonly next: number
}

/** The mode of a folder's entry. */
export const folderMode = '40000'

/** Bytes of a hash behind an entry's name. */
export const hashBytes = 20
const blankByte = 32
const typeMask = 0o170_000
/** A few objects can name each other often enough to stand for billions of files. */
const maxEntries = 500_000

/** Gives what is called for each entry of a walk through folders; raises `tooLarge` after 500,000. */
export function entryCounter(): () => void {
  let entriesLeft = maxEntries
  return () => {
    entriesLeft -= 1
    if (entriesLeft < 0) throw tooManyEntries()
  }
}

/** Refuses the output of Git, of which each entry ends with NUL, before it is made a list of. */
export function refuseManyEntries(output: Buffer, partsOfEntry: number): void {
  let left = maxEntries * partsOfEntry
  for (let at = output.indexOf(0); at >= 0; at = output.indexOf(0, at + 1)) {
    left -= 1
    if (left < 0) throw tooManyEntries()
  }
}

const tooManyEntries = () =>
  new GitError('tooLarge', `There are more than ${maxEntries.toLocaleString('en-US')} files.`)

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

/** A name as the bytes of its UTF-8, each one a letter: such texts sort as the entries of a tree do. */
export function latin1Of(name: string): string {
  return /^[ -~]*$/u.test(name) ? name : Buffer.from(name).toString('latin1')
}
