import { Zip } from 'fflate'

/** One file of an archive; `path` with `/`, relative. */
export interface ArchiveEntry {
  readonly path: string
  readonly content: Uint8Array
}

/** What to write and where to; the compressing functions come from the host. */
export interface ArchiveInput {
  /** Written in the order given: sort them where equal content must give equal bytes. */
  readonly entries: AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>
  /** Raw deflate at one fixed level. */
  readonly deflateRaw: (bytes: Uint8Array) => Uint8Array
  readonly crc32: (bytes: Uint8Array) => number
  /** Gets the archive's bytes in order; awaited, so that a slow receiver holds the writer back. */
  readonly sink: (chunk: Uint8Array) => void | Promise<void>
  readonly signal?: { throwIfAborted(): void }
}

/** The earliest time a zip can hold, in local time because the format has no zone: the same bytes everywhere. */
const fixedTime = new Date(1980, 0, 1)

/**
 * Writes a zip archive entry by entry; at most one file and its compressed form are in memory.
 * Equal entries give equal bytes on every machine and in every time zone. Raises what the
 * entries, the sink and an aborted signal raise; the sink has received part of the archive
 * then.
 */
export async function writeArchive(input: ArchiveInput): Promise<{ entryCount: number; sizeBytes: number }> {
  const pending: Uint8Array[] = []
  const failures: Error[] = []
  const zip = new Zip((error, chunk) => {
    if (error === null) pending.push(chunk)
    else failures.push(error)
  })
  let sizeBytes = 0
  const flush = async (): Promise<void> => {
    const failure = failures[0]
    if (failure !== undefined) throw failure
    for (const chunk of pending.splice(0)) {
      sizeBytes += chunk.length
      await input.sink(chunk)
    }
  }
  let entryCount = 0
  for await (const entry of input.entries) {
    input.signal?.throwIfAborted()
    add(zip, entry, input)
    entryCount += 1
    await flush()
  }
  zip.end()
  await flush()
  return { entryCount, sizeBytes }
}

function add(zip: Zip, { path, content }: ArchiveEntry, { deflateRaw, crc32 }: ArchiveInput): void {
  const file = {
    filename: path,
    mtime: fixedTime,
    size: content.length,
    crc: crc32(content),
    // Always deflated: readers that stream cannot find the end of a stored entry whose size follows it.
    compression: 8,
    ondata: (_error: Error | null, _data: Uint8Array, _final: boolean): void => undefined,
  }
  zip.add(file)
  file.ondata(null, deflateRaw(content), true)
}
