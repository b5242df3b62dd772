import type { ObjectReader } from './cat-file.ts'
import { treeOfCommit } from './commit-object.ts'
import { entryAt, folderMode } from './tree-entries.ts'

/** What stands in a folder. Links and submodules are told apart because nobody follows them. */
export interface FolderEntry {
  readonly name: string
  readonly kind: 'folder' | 'file' | 'link' | 'submodule'
  readonly hash: string
}

/**
 * The entry of a commit at a path, walked down name by name: nothing of the path reaches a command line. The empty path
 * is the root folder. Null when there is none; bytes that are no UTF-8 are compared as replacement characters.
 */
export async function entryAtPath(
  reader: ObjectReader,
  commitHash: string,
  path: string,
): Promise<FolderEntry | null> {
  let entry: FolderEntry = { name: '', kind: 'folder', hash: await treeOfCommit(reader, commitHash) }
  for (const name of path === '' ? [] : path.split('/')) {
    if (entry.kind !== 'folder') return null
    const found = (await entriesOfFolder(reader, entry.hash)).find((each) => each.name === name)
    if (found === undefined) return null
    entry = found
  }
  return entry
}

/** All entries of a tree object in Git's order. Raises `failed` for one that is damaged, `notFound` for a missing one. */
export async function entriesOfFolder(reader: ObjectReader, treeHash: string): Promise<FolderEntry[]> {
  const tree = await reader.read(treeHash)
  const entries: FolderEntry[] = []
  for (let at = 0; at < tree.length;) {
    const { name, mode, hash, next } = entryAt(tree, at)
    entries.push({ name, kind: kindOf(mode), hash })
    at = next
  }
  return entries
}

function kindOf(mode: string): FolderEntry['kind'] {
  if (mode === folderMode) return 'folder'
  if (mode === '120000') return 'link'
  return mode === '160000' ? 'submodule' : 'file'
}
