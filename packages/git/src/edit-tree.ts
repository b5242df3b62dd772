import { objectHash } from './object-hash.ts'
import { type Draft, type NewEntry, draftOf } from './tree-draft.ts'
import { FolderEdit } from './tree-edits.ts'
import { folderMode } from './tree-entries.ts'

/** A folder as it stands, with what has been read or written of it and of those in it. */
export interface Folder {
  /** Null while there is nothing in it: Git keeps no empty folders. */
  hash: string | null
  content: Buffer | null
  readonly inner: Map<string, Folder>
}

/** A tree object, and what it was made of. */
export interface NewTree {
  readonly hash: string
  readonly content: Buffer
  /** The folder as it was, and the stretches of it and bytes of its own that the new one consists of. */
  readonly base: { readonly hash: string; readonly sizeBytes: number } | null
  readonly parts: readonly TreePart[]
}

/** A stretch of the folder as it was, or bytes of its own. */
export type TreePart = { readonly from: number; readonly to: number } | Uint8Array

/** Where trees come from, and where those that have to be written are put down. */
export interface Trees {
  readonly read: (hash: string) => Promise<Buffer>
  readonly made: NewTree[]
}

const nothing = Buffer.alloc(0)

export function folderOf(hash: string | null): Folder {
  return { hash, content: null, inner: new Map() }
}

/** Carries out edits in a folder and all below it that they reach; only trees that change are made. */
export async function editFolder(folder: Folder, edit: FolderEdit, trees: Trees): Promise<void> {
  const old = folder.content ?? (folder.hash === null ? nothing : await trees.read(folder.hash))
  const draft = draftOf(old, edit)
  for (const [name, change] of edit.names) if (!(change instanceof FolderEdit)) folder.inner.delete(name)
  const parts = partsOf(draft, await editInner(folder, draft, trees))
  const content = Buffer.concat(
    parts.map((part) => (part instanceof Uint8Array ? part : old.subarray(part.from, part.to))),
  )
  const hash = content.length === 0 ? null : objectHash('tree', content)
  const base = folder.hash === null ? null : { hash: folder.hash, sizeBytes: old.length }
  if (hash !== null && hash !== folder.hash) trees.made.push({ hash, content, base, parts })
  folder.hash = hash
  folder.content = content
}

type InnerEntry = Extract<NewEntry, { folder: FolderEdit }>

/** What became of the folders in a folder; null where nothing is left. */
async function editInner(
  folder: Folder,
  draft: Draft,
  trees: Trees,
): Promise<ReadonlyMap<InnerEntry, string | null>> {
  const entries = draft.filter((part) => 'folder' in part)
  const edited = entries.map(async (entry) => {
    const { name, folder: edit, before } = entry
    const isAnother = edit.isNew || before === null
    const inner = isAnother ? folderOf(null) : (folder.inner.get(name) ?? folderOf(before))
    await editFolder(inner, edit, trees)
    if (inner.hash === null) folder.inner.delete(name)
    else folder.inner.set(name, inner)
    return [entry, inner.hash] as const
  })
  return new Map(await Promise.all(edited))
}

function partsOf(draft: Draft, inner: ReadonlyMap<InnerEntry, string | null>): TreePart[] {
  return draft.flatMap((part) => {
    if ('from' in part) return part
    if ('file' in part) return entryBytes(part.file.mode, part.name, part.file.hash)
    const hash = inner.get(part) ?? null
    return hash === null ? [] : entryBytes(folderMode, part.name, hash)
  })
}

/** `<mode> <name> NUL <hash in bytes>`; the name in Latin-1. */
function entryBytes(mode: string, name: string, hash: string): Buffer {
  const head = `${mode} ${name}\0`
  const entry = Buffer.allocUnsafe(head.length + hash.length / 2)
  entry.write(hash, entry.write(head, 'latin1'), 'hex')
  return entry
}
