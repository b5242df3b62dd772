import { hash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ArchiveFile } from '@sluice/metadata/archive-reader'

/**
 * What the entries of retrieved archives became when they came last: nearly all of an org comes back with the same
 * compressed bytes, and need not be inflated, normalised and hashed again. A CRC would be a guess; SHA-256 is not.
 */
export interface KnownEntries {
  /** Names the compressed bytes of an entry. */
  digestOf(entry: Pick<ArchiveFile, 'isStored'>, compressed: Uint8Array): string
  /** The blob of the file that the entry became; null when the include specs left nothing of it, undefined when unknown. */
  blobOf(path: string, digest: string): string | null | undefined
  remember(path: string, digest: string, blob: string | null): void
  /** Keeps what this retrieve brought, and nothing older. */
  save(): Promise<void>
}

const leftOut = '-'

/**
 * Opens the list kept in a file. `rules` names everything that decides what an entry becomes; under other rules nothing
 * is known. A list that is gone or damaged costs time, nothing else.
 */
export async function openKnownEntries(file: string, rules: string): Promise<KnownEntries> {
  const before = await load(file, rules)
  const now = new Map<string, string>()
  return {
    digestOf: ({ isStored }, compressed) =>
      (isStored ? 'stored-' : '') + hash('sha256', compressed, 'base64'),
    blobOf: (path, digest) => {
      const known = before.get(path)
      if (known === undefined || !known.startsWith(`${digest} `)) return undefined
      const blob = known.slice(digest.length + 1)
      return blob === leftOut ? null : blob
    },
    remember: (path, digest, blob) => void now.set(path, `${digest} ${blob ?? leftOut}`),
    save: async () => {
      const lines = [...now].map(([path, known]) => `${known} ${path}\n`)
      const part = `${file}.${randomUUID()}.part`
      await mkdir(dirname(file), { recursive: true })
      await writeFile(part, `${rules}\n${lines.join('')}`)
      await rename(part, file)
    },
  }
}

/** A line is `<digest> <blob> <path>`; digest and blob stay together, because most are only compared. */
async function load(file: string, rules: string): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  const text = await readFile(file, 'utf8').catch(() => '')
  if (!text.startsWith(`${rules}\n`)) return known
  for (let at = rules.length + 1; at < text.length;) {
    const end = text.indexOf('\n', at)
    const pathAt = text.indexOf(' ', text.indexOf(' ', at) + 1) + 1
    if (end < 0 || pathAt <= at || pathAt > end) break
    known.set(text.slice(pathAt, end), text.slice(at, pathAt - 1))
    at = end + 1
  }
  return known
}
