// Hashes entries from the last one on while a flow in goes through them from the first, until the two meet.
import { CompressedEntries } from '@sluice/metadata/archive/compressed-entries'
import { serveThread } from '../../../../platform/threads/serve-thread.ts'
import { engineErrors } from '../../session/engine-errors.ts'
import { openArchive } from '../retrieve/archive-files.ts'
import { type DigestConversation, type EntriesToHash, hashedFrom, readUntil } from './digest-conversation.ts'
import { digestLength, entryDigest } from './entry-digest.ts'

/** What is read and hashed before anybody is told: forwards, as archives are read. */
const stretchBytes = 256 * 1024

serveThread<DigestConversation>(async (entries) => {
  const opened = []
  try {
    for (const path of entries.archives) opened.push(await openArchive(path))
    const contents = opened.map(({ source }) => new CompressedEntries(source, stretchBytes))
    for (let end = entries.starts.length; end > 0;) {
      const from = stretchBefore(entries, end)
      if (Atomics.load(entries.progress, readUntil) >= from) return
      await hashStretch(entries, { from, end }, contents)
      Atomics.store(entries.progress, hashedFrom, from)
      end = from
    }
  } finally {
    for (const { close } of opened) await close()
  }
}, engineErrors)

/** Where the entries begin that stand in front of a place and are read at once. */
function stretchBefore({ archiveOf, starts, sizes }: EntriesToHash, end: number): number {
  let from = end - 1
  const until = (starts[from] ?? 0) + (sizes[from] ?? 0)
  while (
    from > 0 &&
    archiveOf[from - 1] === archiveOf[from] &&
    until - (starts[from - 1] ?? 0) < stretchBytes &&
    (starts[from - 1] ?? 0) < (starts[from] ?? 0)
  )
    from -= 1
  return from
}

async function hashStretch(
  { archiveOf, starts, sizes, isStored, digests }: EntriesToHash,
  { from, end }: { readonly from: number; readonly end: number },
  contents: readonly CompressedEntries[],
): Promise<void> {
  const written = Buffer.from(digests.buffer)
  for (let place = from; place < end; place += 1) {
    const entry = { path: '', start: starts[place] ?? 0, compressedSizeBytes: sizes[place] ?? 0 }
    const compressed = contents[archiveOf[place] ?? 0]?.of(entry)
    if (compressed === undefined) throw new Error('An entry lies in no archive.')
    // Waited for only where it is not in memory, which is once a stretch.
    const bytes = compressed instanceof Uint8Array ? compressed : await compressed
    const digest = entryDigest({ isStored: isStored[place] === 1 }, bytes)
    written.write(digest, place * digestLength, 'latin1')
  }
}
