import { CompressedEntries } from '@sluice/metadata/archive/compressed-entries'
import { openArchive } from '../retrieve/archive-files.ts'
import { type EntriesToHash, hashedFrom, readUntil } from './digest-conversation.ts'
import { digestLength, entryDigest } from './entry-digest.ts'

/** Read in one piece and hashed before the progress moves. */
const rangeBytes = 256 * 1024

/**
 * Hashes entries from the last one on while another thread reads them from the first; both write their progress into
 * shared memory, and this one stops where they meet.
 */
export async function hashEntries(entries: EntriesToHash): Promise<void> {
  const opened = []
  try {
    for (const path of entries.archives) opened.push(await openArchive(path))
    const contents = opened.map(({ source }) => new CompressedEntries(source, rangeBytes))
    for (let end = entries.starts.length; end > 0;) {
      const from = rangeStart(entries, end)
      if (Atomics.load(entries.progress, readUntil) >= from) return
      await hashRange(entries, { from, end }, contents)
      Atomics.store(entries.progress, hashedFrom, from)
      end = from
    }
  } finally {
    for (const { close } of opened) await close()
  }
}

/** The first of the entries before a place that are read in one piece with it. */
function rangeStart({ archiveOf, starts, sizes }: EntriesToHash, end: number): number {
  let from = end - 1
  const until = (starts[from] ?? 0) + (sizes[from] ?? 0)
  while (
    from > 0 &&
    archiveOf[from - 1] === archiveOf[from] &&
    until - (starts[from - 1] ?? 0) < rangeBytes &&
    (starts[from - 1] ?? 0) < (starts[from] ?? 0)
  )
    from -= 1
  return from
}

async function hashRange(
  { archiveOf, starts, sizes, isStored, digests }: EntriesToHash,
  { from, end }: { readonly from: number; readonly end: number },
  contents: readonly CompressedEntries[],
): Promise<void> {
  const written = Buffer.from(digests.buffer)
  for (let place = from; place < end; place += 1) {
    const entry = { path: '', start: starts[place] ?? 0, compressedSizeBytes: sizes[place] ?? 0 }
    const compressed = contents[archiveOf[place] ?? 0]?.of(entry)
    if (compressed === undefined) throw new Error('An entry lies in no archive.')
    // Only the first entry of a range has to be read from the file.
    const bytes = compressed instanceof Uint8Array ? compressed : await compressed
    const digest = entryDigest({ isStored: isStored[place] === 1 }, bytes)
    written.write(digest, place * digestLength, 'latin1')
  }
}
