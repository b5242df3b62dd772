import type { ObjectReader } from './cat-file.ts'
import { treeOfCommit } from './commit-object.ts'
import type { TreeFile } from './ls-tree.ts'
import { type TreeEntry, entryAt, entryCounter, folderMode, hashBytes } from './tree-entries.ts'
import { refuseOddMode, safeTreePath } from './tree-path.ts'

/** A folder of the commit, and the paths below it that are wanted; null wants everything. */
interface Folder {
  /** Ends with `/`, or is empty for the root. */
  readonly path: string
  readonly tree: string
  readonly wanted: readonly string[] | null
}

interface Search {
  readonly reader: ObjectReader
  readonly found: Map<string, TreeFile>
  readonly countEntry: () => void
}

const blankByte = 32
const slashByte = 47
const fourByte = 52

/**
 * Finds the files of a commit at and below these paths, by their full path: what `listTree` answers, without a process
 * of its own and without looking at other folders. A path that does not exist gives nothing. Raises `notFound` when the
 * commit is not there, `tooLarge` for more than 500,000 files, `failed` for a damaged folder, `unsafeRepository` when a found
 * entry is a symbolic link, a submodule or has a `.git`-like name.
 */
export async function findFiles(
  reader: ObjectReader,
  commitHash: string,
  paths: Iterable<string>,
): Promise<Map<string, TreeFile>> {
  const found = new Map<string, TreeFile>()
  // No entry's name holds a NUL: in a tree one ends the name.
  const wanted = [...paths]
    .filter((path) => !path.includes('\0'))
    .map((path) => (path.endsWith('/') ? path.slice(0, -1) : path))
  if (wanted.length === 0) return found
  const tree = await treeOfCommit(reader, commitHash)
  await searchIn({ reader, found, countEntry: entryCounter() }, { path: '', tree, wanted })
  return found
}

async function searchIn(search: Search, folder: Folder): Promise<void> {
  const wanted = folder.wanted === null ? null : byFirstPart(folder.wanted)
  const content = await search.reader.read(folder.tree)
  const folders: Folder[] = []
  for (const { name, mode, hash } of entriesOf(content, wanted)) {
    search.countEntry()
    const path = folder.path + name
    const below = wanted?.get(name) ?? null
    if (mode === folderMode) {
      folders.push({ path: `${path}/`, tree: hash, wanted: below })
    } else if (below === null) {
      refuseOddMode(mode, safeTreePath(path))
      search.found.set(path, { mode, hash })
    }
  }
  await Promise.all(folders.map((inner) => searchIn(search, inner)))
}

/** What is wanted of each entry of a folder: the paths below it, or null for the entry itself and all below it. */
function byFirstPart(paths: readonly string[]): Map<string, string[] | null> {
  const parts = new Map<string, string[] | null>()
  for (const path of paths) {
    const slash = path.indexOf('/')
    const name = slash < 0 ? path : path.slice(0, slash)
    const below = parts.get(name)
    if (slash < 0) parts.set(name, null)
    else if (below === undefined) parts.set(name, [path.slice(slash + 1)])
    else below?.push(path.slice(slash + 1))
  }
  return parts
}

/** The wanted entries of a tree object. Names stay bytes until one is wanted: a folder may have tens of thousands. */
function entriesOf(tree: Buffer, wanted: ReadonlyMap<string, readonly string[] | null> | null): TreeEntry[] {
  const names = wanted === null ? [] : inTreeOrder(wanted)
  const entries: TreeEntry[] = []
  let next = 0
  for (let at = 0; at < tree.length;) {
    let space = at + 5
    while (space < tree.length && tree[space] !== blankByte) space += 1
    // 40000 is a folder, 100644, 120000 and 160000 are not.
    const isFolder = tree[space - 5] === fourByte
    let order = wanted === null ? 0 : -1
    while (order < 0 && next < names.length) {
      order = compareName(tree, { at: space + 1, isFolder }, names[next] ?? tree)
      if (order < 0) next += 1
    }
    // Every wanted name stands before this one.
    if (order < 0) break
    if (order === 0) entries.push(entryAt(tree, at))
    const end = tree.indexOf(0, space + 1)
    if (end < 0) break
    at = end + 1 + hashBytes
  }
  return entries
}

/** Names as a tree orders them: by bytes, a folder as if its name ended with `/`. */
function inTreeOrder(wanted: ReadonlyMap<string, readonly string[] | null>): Buffer[] {
  return [...wanted]
    .flatMap(([name, below]) => (below === null ? [name, `${name}/`] : [`${name}/`]))
    .map((name) => Buffer.from(name))
    .toSorted((a, b) => a.compare(b))
}

/** Negative when the wanted name stands before the entry's in a tree, 0 when it is that name. */
function compareName(
  tree: Buffer,
  entry: { readonly at: number; readonly isFolder: boolean },
  wanted: Buffer,
): number {
  let at = entry.at
  let same = 0
  while (same < wanted.length && tree[at] === wanted[same]) {
    same += 1
    at += 1
  }
  const byte = tree[at] === 0 && entry.isFolder ? slashByte : (tree[at] ?? 0)
  return (wanted[same] ?? 0) - byte
}
