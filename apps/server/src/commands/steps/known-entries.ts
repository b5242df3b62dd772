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
  digestOf(entry: ArchiveFile): Promise<string>
  /** The blob of the file that the entry became; null when the include specs left nothing of it, undefined when unknown. */
  blobOf(path: string, digest: string): string | null | undefined
  remember(path: string, digest: string, blob: string | null): void
  /** Keeps what this retrieve brought, and nothing older. */
  save(): Promise<void>
}

interface Known {
  readonly digest: string
  readonly blob: string | null
}

const leftOut = '-'

/**
 * Opens the list kept in a file. `rules` names everything that decides what an entry becomes; under other rules nothing
 * is known. A list that is gone or damaged costs time, nothing else.
 */
export async function openKnownEntries(file: string, rules: string): Promise<KnownEntries> {
  const before = await load(file, rules)
  const now = new Map<string, Known>()
  return {
    digestOf: async (entry) =>
      (entry.isStored ? 'stored-' : '') + hash('sha256', await entry.readCompressed(), 'base64'),
    blobOf: (path, digest) => {
      const known = before.get(path)
      return known?.digest === digest ? known.blob : undefined
    },
    remember: (path, digest, blob) => void now.set(path, { digest, blob }),
    save: async () => {
      const lines = [...now].map(([path, { digest, blob }]) => `${digest} ${blob ?? leftOut} ${path}\n`)
      const part = `${file}.${randomUUID()}.part`
      await mkdir(dirname(file), { recursive: true })
      await writeFile(part, `${rules}\n${lines.join('')}`)
      await rename(part, file)
    },
  }
}

async function load(file: string, rules: string): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
  const text = await readFile(file, 'utf8').catch(() => '')
  const [first, ...lines] = text.split('\n')
  if (first !== rules) return known
  for (const line of lines) {
    const blobAt = line.indexOf(' ') + 1
    const pathAt = line.indexOf(' ', blobAt) + 1
    if (blobAt === 0 || pathAt === 0) continue
    const blob = line.slice(blobAt, pathAt - 1)
    known.set(line.slice(pathAt), { digest: line.slice(0, blobAt - 1), blob: blob === leftOut ? null : blob })
  }
  return known
}
