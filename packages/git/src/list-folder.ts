import type { ObjectReader } from './cat-file.ts'
import { treeOfCommit } from './commit-object.ts'
import { ListedFiles } from './listed-files.ts'
import { entryAt, entryCounter, folderMode, hashBytes } from './tree-entries.ts'
import { refuseOddMode, safeTreePath } from './tree-path.ts'

interface Listing {
  readonly reader: ObjectReader
  readonly files: ListedFiles
  readonly countEntry: () => void
}

interface ListedFolderOptions {
  readonly folder: string
  readonly prefix: string
  /** Which folders right below it are listed; its own files are not listed then. */
  readonly takes?: (name: string) => boolean
}

const fileMode = Buffer.from('100644 ')
const wordBytes = bytesLike(/\w/)
const plainBytes = bytesLike(/[\w .-]/)

/**
 * The hashes of all files of a commit below a folder, by their path below it behind `prefix`: what `listTree` answers,
 * without a process of its own. Empty when there is no such folder. Raises `notFound` when the commit is not there,
 * `tooLarge` for more than 500,000 files, `failed` for a damaged folder, `unsafeRepository` when a file is a symbolic link, a
 * submodule or has a `.git`-like name.
 */
export async function listFolder(
  reader: ObjectReader,
  commitHash: string,
  { folder, prefix, takes }: ListedFolderOptions,
): Promise<ListedFiles> {
  const listing = { reader, files: new ListedFiles(), countEntry: entryCounter() }
  let tree: string | null = await treeOfCommit(reader, commitHash)
  for (const name of folder === '' ? [] : safeTreePath(folder).split('/'))
    tree = tree === null ? null : folderNamed(await reader.read(tree), name)
  if (tree === null) return listing.files
  if (takes === undefined) await listBelow(listing, { tree, path: prefix })
  else
    await Promise.all(
      foldersOf(await reader.read(tree), takes).map((inner) =>
        listBelow(listing, { tree: inner.tree, path: `${prefix}${inner.name}/` }),
      ),
    )
  return listing.files
}

function foldersOf(tree: Buffer, takes: (name: string) => boolean): { name: string; tree: string }[] {
  const folders = []
  for (let at = 0; at < tree.length;) {
    const { name, mode, hash, next } = entryAt(tree, at)
    if (mode === folderMode && takes(name)) folders.push({ name: safeTreePath(name), tree: hash })
    at = next
  }
  return folders
}

function folderNamed(tree: Buffer, name: string): string | null {
  for (let at = 0; at < tree.length;) {
    const entry = entryAt(tree, at)
    if (entry.name === name && entry.mode === folderMode) return entry.hash
    at = entry.next
  }
  return null
}

async function listBelow(
  listing: Listing,
  { tree, path }: { readonly tree: string; readonly path: string },
): Promise<void> {
  const content = await listing.reader.read(tree)
  const folders: { tree: string; path: string }[] = []
  const plain: number[] = []
  for (let at = 0; at < content.length;) {
    listing.countEntry()
    const nameAt = at + fileMode.length
    const next = plainEnd(content, at) + 1 + hashBytes
    // Nearly every entry is a plain file with a plain name, behind the one before.
    if (next > nameAt + hashBytes && next <= content.length && isAscending(content, plain.at(-1), nameAt)) {
      plain.push(nameAt)
      at = next
      continue
    }
    const entry = entryAt(content, at)
    const entryPath = safeTreePath(path + entry.name)
    if (entry.mode === folderMode) folders.push({ tree: entry.hash, path: `${entryPath}/` })
    else {
      refuseOddMode(entry.mode, entryPath)
      listing.files.addOther(entryPath, entry.hash)
    }
    at = entry.next
  }
  listing.files.addFolder(path, content, plain)
  await Promise.all(folders.map((inner) => listBelow(listing, inner)))
}

/** Where the name of a plain file ends, one that is safe and the same in every encoding; -1 for any other entry. */
function plainEnd(tree: Buffer, at: number): number {
  for (let place = 0; place < fileMode.length; place += 1) if (tree[at + place] !== fileMode[place]) return -1
  const nameAt = at + fileMode.length
  let end = nameAt
  for (; plainBytes[tree[end] ?? 0] === 1; end += 1);
  const isPlain = end > nameAt && tree[end] === 0 && wordBytes[tree[nameAt] ?? 0] === 1
  return isPlain ? end : -1
}

/** Names end in NUL, which comes before all that stands in them. */
function isAscending(tree: Buffer, before: number | undefined, at: number): boolean {
  if (before === undefined) return true
  let length = 0
  while (tree[before + length] === tree[at + length] && tree[at + length] !== 0) length += 1
  return (tree[before + length] ?? 0) < (tree[at + length] ?? 0)
}

function bytesLike(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => Number(pattern.test(String.fromCharCode(byte))))
}
