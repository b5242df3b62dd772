import type { ObjectReader } from './cat-file.ts'
import { treeOfCommit } from './commit-object.ts'
import { GitError } from './errors.ts'
import type { TreeEntry } from './tree-entries.ts'
import { entryAt, folderMode, sameEntriesLength } from './tree-entries.ts'
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

/** What differs between two commits. */
export interface FolderDifference {
  readonly files: readonly FileChange[]
  /** Folders on the way to a difference, each with a `/` at its end, on the sides on which they exist. */
  readonly oldFolders: ReadonlySet<string>
  readonly newFolders: ReadonlySet<string>
}

interface Comparison {
  readonly reader: ObjectReader
  /** The names that lead to the path that is asked about: above it nothing else is looked at. */
  readonly parts: readonly string[]
  readonly anyMode: boolean
  readonly oldFolders: Set<string>
  readonly newFolders: Set<string>
  left: number
}

/** A folder that differs; a tree is null on the side where there is none. */
interface Folder {
  readonly path: string
  readonly depth: number
  readonly oldTree: string | null
  readonly newTree: string | null
}

/** A few objects can name each other often enough to stand for billions of files. */
const maxDifferences = 2_000_000
const noEntries = Buffer.alloc(0)

/**
 * Compares two commits file by file, without guessing renames, at and below `path` when one is given: what
 * git-diff-tree(1) answers, in its order; `from` null means no files. Only folders that differ are read, through a reader
 * that is open anyway; a process of its own costs more than comparing. Raises `notFound` when a commit is not there,
 * `failed` for more than two million differences or a damaged folder, and `unsafeRepository` when the newer side brings a
 * symbolic link, a submodule or a `.git`-like name, unless `anyMode` says that the caller only wants to know.
 */
export async function diffFolders(
  reader: ObjectReader,
  o: {
    readonly from: string | null
    readonly to: string
    readonly path?: string
    readonly anyMode?: boolean
  },
): Promise<FolderDifference> {
  const [oldTree, newTree] = await Promise.all([
    o.from === null ? null : treeOfCommit(reader, o.from),
    treeOfCommit(reader, o.to),
  ])
  const comparison: Comparison = {
    reader,
    parts: o.path === undefined || o.path === '' ? [] : safeTreePath(o.path).split('/'),
    anyMode: o.anyMode === true,
    oldFolders: new Set(),
    newFolders: new Set(),
    left: maxDifferences,
  }
  const { oldFolders, newFolders } = comparison
  if (oldTree === newTree) return { files: [], oldFolders, newFolders }
  const files = await diffFolder(comparison, { path: '', depth: 0, oldTree, newTree })
  return { files, oldFolders, newFolders }
}

async function diffFolder(comparison: Comparison, folder: Folder): Promise<FileChange[]> {
  const { reader, oldFolders, newFolders } = comparison
  const { path, oldTree, newTree } = folder
  if (oldTree !== null) oldFolders.add(path)
  if (newTree !== null) newFolders.add(path)
  const [before, after] = await Promise.all([
    oldTree === null ? noEntries : reader.read(oldTree),
    newTree === null ? noEntries : reader.read(newTree),
  ])
  // Nothing is asked for before every entry has been looked at: one that is refused leaves no read behind.
  const changes: (FileChange | Folder)[] = []
  for (const pair of differentEntries(before, after)) changes.push(...changesOf(comparison, folder, pair))
  const files = changes.map(async (one) => ('oldTree' in one ? await diffFolder(comparison, one) : [one]))
  return (await Promise.all(files)).flat()
}

function changesOf(
  comparison: Comparison,
  { path, depth }: Folder,
  { name, isFolder, old, young }: EntryPair,
): (FileChange | Folder)[] {
  const { parts } = comparison
  if (depth < parts.length && name !== parts[depth]) return []
  comparison.left -= 1
  if (comparison.left < 0) throw new GitError('failed', `There are more than ${maxDifferences} differences.`)
  const [oldHash, newHash] = [old?.hash ?? null, young?.hash ?? null]
  if (isFolder) {
    return [{ path: `${path}${name}/`, depth: depth + 1, oldTree: oldHash, newTree: newHash }]
  }
  // What is asked about would lie below a folder, which is a file here.
  if (depth + 1 < parts.length) return []
  if (young !== null && !comparison.anyMode) refuseOddMode(young.mode, safeTreePath(path + name))
  const status = old === null ? 'A' : young === null ? 'D' : 'M'
  const modes = { oldMode: old?.mode ?? null, newMode: young?.mode ?? null }
  return [{ path: path + name, status, oldHash, newHash, ...modes }]
}

/** An entry that is not the same on both sides; null where there is none. */
interface EntryPair {
  readonly name: string
  readonly isFolder: boolean
  readonly old: TreeEntry | null
  readonly young: TreeEntry | null
}

/** Goes through two trees in their order. A folder and a file of one name are two entries. */
function* differentEntries(before: Buffer, after: Buffer): Generator<EntryPair> {
  let [atOld, atYoung] = [0, 0]
  while (atOld < before.length || atYoung < after.length) {
    const same = sameEntriesLength({ tree: before, at: atOld }, { tree: after, at: atYoung })
    atOld += same
    atYoung += same
    const nextOld = atOld < before.length ? entryAt(before, atOld) : null
    const nextYoung = atYoung < after.length ? entryAt(after, atYoung) : null
    const old = isBehind(nextOld, nextYoung) ? null : nextOld
    const young = isBehind(nextYoung, nextOld) ? null : nextYoung
    atOld = old?.next ?? atOld
    atYoung = young?.next ?? atYoung
    const first = old ?? young
    if (first === null || (old?.hash === young?.hash && old?.mode === young?.mode)) continue
    yield { name: first.name, isFolder: first.mode === folderMode, old, young }
  }
}

function isBehind(entry: TreeEntry | null, other: TreeEntry | null): boolean {
  return other !== null && (entry === null || entry.order > other.order)
}
