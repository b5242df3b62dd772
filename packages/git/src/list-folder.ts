import type { ObjectReader } from './cat-file.ts'
import { treeOfCommit } from './commit-object.ts'
import { entryAt, entryCounter, folderMode, hashBytes } from './tree-entries.ts'
import { refuseOddMode, safeTreePath } from './tree-path.ts'

interface Listing {
  readonly reader: ObjectReader
  readonly hashes: Map<string, string>
  readonly countEntry: () => void
}

const fileMode = '100644 '

/**
 * The hashes of all files of a commit below a folder, by their path below it behind `prefix`: what `listTree` answers,
 * without a process of its own. Empty when there is no such folder. Raises `notFound` when the commit is not there,
 * `failed` for more than two million files or a damaged folder, `unsafeRepository` when a file is a symbolic link, a
 * submodule or has a `.git`-like name.
 */
export async function listFolder(
  reader: ObjectReader,
  commitHash: string,
  { folder, prefix }: { readonly folder: string; readonly prefix: string },
): Promise<Map<string, string>> {
  const listing = { reader, hashes: new Map<string, string>(), countEntry: entryCounter() }
  let tree: string | null = await treeOfCommit(reader, commitHash)
  for (const name of folder === '' ? [] : safeTreePath(folder).split('/'))
    tree = tree === null ? null : folderNamed(await reader.read(tree), name)
  if (tree !== null) await listBelow(listing, { tree, path: prefix })
  return listing.hashes
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
  // Nearly every entry is a plain file with a plain name: it is cut out of texts made once for the whole folder.
  const text = content.toString('latin1')
  const hashes = content.toString('hex')
  const folders: { tree: string; path: string }[] = []
  for (let at = 0; at < content.length;) {
    listing.countEntry()
    const nameEnd = text.indexOf('\0', at)
    const next = nameEnd + 1 + hashBytes
    const name = text.slice(at + fileMode.length, nameEnd)
    if (nameEnd > 0 && next <= content.length && text.startsWith(fileMode, at) && isPlain(name)) {
      listing.hashes.set(path + name, hashes.slice(2 * (nameEnd + 1), 2 * next))
      at = next
      continue
    }
    const entry = entryAt(content, at)
    const entryPath = safeTreePath(path + entry.name)
    if (entry.mode === folderMode) folders.push({ tree: entry.hash, path: `${entryPath}/` })
    else {
      refuseOddMode(entry.mode, entryPath)
      listing.hashes.set(entryPath, entry.hash)
    }
    at = entry.next
  }
  await Promise.all(folders.map((inner) => listBelow(listing, inner)))
}

/** A name that is safe and the same in every encoding. */
function isPlain(name: string): boolean {
  return /^\w[\w .-]*$/u.test(name)
}
