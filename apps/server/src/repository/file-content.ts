import { entryAtPath, type FolderEntry } from '@sluice/git/browse-tree'
import type { ObjectReader } from '@sluice/git/cat-file'
import type { ShownContent } from '../context.ts'
import { isBinary } from './text.ts'

/** A file as pages show it: its content only where it is text, or the path that a link points to. */
export interface FileContent {
  readonly hash: string
  readonly kind: ShownContent['kind']
  readonly content: Buffer
  readonly sizeBytes: number
}

/** The largest text that is shown. */
const textBytesAtMost = 1024 * 1024
const linkBytesAtMost = 4_096
const nothing = Buffer.alloc(0)

/** What pages show of a content that no repository holds. */
export function shownContent(content: Uint8Array): ShownContent {
  if (content.length > textBytesAtMost) return { kind: 'tooLarge', content: nothing }
  return isBinary(content) ? { kind: 'binary', content: nothing } : { kind: 'text', content }
}

/** The file of a commit at a path; null when there is none, or a folder. */
export async function readFileAt(
  reader: ObjectReader,
  commitHash: string,
  path: string,
): Promise<FileContent | null> {
  const entry = await entryAtPath(reader, commitHash, path)
  return entry === null || entry.kind === 'folder' ? null : await readFile(reader, entry)
}

/** Reads no further than the kind needs: neither what is too large nor what lies behind a link or submodule. */
async function readFile(reader: ObjectReader, { kind, hash }: FolderEntry): Promise<FileContent> {
  if (kind === 'submodule') return { kind, hash, content: nothing, sizeBytes: 0 }
  const sizeBytes = await reader.sizeOf(hash)
  if (sizeBytes > (kind === 'link' ? linkBytesAtMost : textBytesAtMost))
    return { kind: 'tooLarge', hash, content: nothing, sizeBytes }
  const content = await reader.read(hash)
  if (isBinary(content)) return { kind: 'binary', hash, content: nothing, sizeBytes }
  return { kind: kind === 'link' ? 'link' : 'text', hash, content, sizeBytes }
}
