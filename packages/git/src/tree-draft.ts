import { GitError } from './errors.ts'
import { hashBytes } from './tree-entries.ts'
import { FolderEdit, type StoredFile } from './tree-edits.ts'

/** A stretch of the folder as it was. */
export interface Kept {
  readonly from: number
  readonly to: number
}

/** An entry that is written anew: a file, or what is to become of a folder that was `before` (null: there was none). */
export type NewEntry =
  | { readonly name: string; readonly file: StoredFile }
  | { readonly name: string; readonly folder: FolderEdit; readonly before: string | null }

/** A folder after its edits: stretches of the old one and new entries, in the order of a tree. */
export type Draft = readonly (Kept | NewEntry)[]

const damaged = 'A folder of the repository is damaged.'

interface Coming {
  /** What entries are sorted by: a folder as if its name ended in a slash. */
  readonly key: string
  readonly entry: NewEntry
}

/** Puts edits into a tree object in one walk through it, without looking at what stays. Raises `failed` for a damaged one. */
export function draftOf(tree: Buffer, edit: FolderEdit): Draft {
  const draft: (Kept | NewEntry)[] = []
  const coming = comingEntries(edit)
  const text = tree.toString('latin1')
  let next = 0
  let from = 0
  let last = ''
  const keepUntil = (to: number) => {
    if (to > from) draft.push({ from, to })
    from = to
  }
  for (let at = 0; at < tree.length;) {
    const { name, key, end } = entryIn(text, at)
    // Out of order an edit would miss its place.
    if (key <= last) throw new GitError('failed', damaged)
    last = key
    for (let one = coming[next]; one !== undefined && one.key < key; one = coming[++next]) {
      keepUntil(at)
      draft.push(one.entry)
    }
    const change = edit.names.get(name)
    if (change !== undefined && !isKept(change, key === name)) {
      keepUntil(at)
      from = end
      if (change instanceof FolderEdit && key !== name) {
        const before = tree.toString('hex', end - hashBytes, end)
        draft.push({ name, folder: change, before })
        next += 1
      }
    }
    at = end
  }
  keepUntil(tree.length)
  for (const { entry } of coming.slice(next)) draft.push(entry)
  return draft
}

/** Where nothing but removals is left below a name, a file of that name stays: nothing was below it. */
function isKept(change: StoredFile | FolderEdit | null, isFile: boolean): boolean {
  return isFile && change instanceof FolderEdit && !change.isNew && !change.wasFilled
}

function comingEntries({ names }: FolderEdit): Coming[] {
  const coming: Coming[] = []
  for (const [name, change] of names) {
    if (change instanceof FolderEdit)
      coming.push({ key: `${name}/`, entry: { name, folder: change, before: null } })
    else if (change !== null) coming.push({ key: name, entry: { name, file: change } })
  }
  return coming.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function entryIn(text: string, at: number): { name: string; key: string; end: number } {
  const blank = text.indexOf(' ', at)
  const nameEnd = blank < 0 ? -1 : text.indexOf('\0', blank)
  const end = nameEnd + 1 + hashBytes
  if (nameEnd < 0 || end > text.length) throw new GitError('failed', damaged)
  const name = text.slice(blank + 1, nameEnd)
  const isFolder = text.startsWith('4', at) || text.startsWith('04', at)
  return { name, key: isFolder ? `${name}/` : name, end }
}
