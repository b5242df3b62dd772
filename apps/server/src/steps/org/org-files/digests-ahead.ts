import { availableParallelism } from 'node:os'
import type { ArchiveFile } from '@sluice/metadata/archive-reader'
import { threads } from '../../session/threads.ts'
import { type EntriesToHash, hashEntriesTask, hashedFrom, readUntil } from './digest-conversation.ts'
import { digestLength } from './entry-digest.ts'

/** Digests of entries that another thread makes, from the last entry on. */
export interface DigestsAhead {
  /** Says how far the reader is; gives the digest of the entry at this place where it has been made already. */
  at(place: number): string | null
  /** Nobody needs more of them. */
  stop(): void
  /** Settled when no more will come. */
  readonly ended: Promise<void>
}

/** Fewer are hashed sooner than a thread hears of them. */
const fewestEntries = 1_000

/** Null where there is no second core for it, or too little to do. */
export function openDigestsAhead(
  archives: readonly string[],
  files: readonly (readonly ArchiveFile[])[],
): DigestsAhead | null {
  const count = files.reduce((sum, { length }) => sum + length, 0)
  if (count < fewestEntries || availableParallelism() < 2) return null
  const entries = { archives, ...columnsOf(files, count) }
  const digests = Buffer.from(entries.digests.buffer)
  const { progress } = entries
  // What fails there is found here as well: a digest that does not come is made by the reader.
  const ended = threads
    .run(hashEntriesTask, entries, { signal: new AbortController().signal })
    .catch(() => undefined)
  return {
    ended,
    at: (place) => {
      Atomics.store(progress, readUntil, place)
      if (place < Atomics.load(progress, hashedFrom)) return null
      return digests.toString('latin1', place * digestLength, (place + 1) * digestLength)
    },
    stop: () => void Atomics.store(progress, readUntil, count),
  }
}

function columnsOf(
  files: readonly (readonly ArchiveFile[])[],
  count: number,
): Omit<EntriesToHash, 'archives'> {
  const columns = {
    archiveOf: new Uint16Array(count),
    starts: new Uint32Array(count),
    sizes: new Uint32Array(count),
    isStored: new Uint8Array(count),
    digests: new Uint8Array(new SharedArrayBuffer(count * digestLength)),
    progress: new Int32Array(new SharedArrayBuffer(8)),
  }
  let place = 0
  for (const [archive, inOne] of files.entries())
    for (const { start, compressedSizeBytes, isStored } of inOne) {
      columns.archiveOf[place] = archive
      columns.starts[place] = start
      columns.sizes[place] = compressedSizeBytes
      columns.isStored[place] = Number(isStored)
      place += 1
    }
  columns.progress[readUntil] = -1
  columns.progress[hashedFrom] = count
  return columns
}
