import { crc32 } from 'node:zlib'
import { fromBuffer, open } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { wording } from '../wording.ts'

/**
 * Files to deploy, wherever they come from: an archive on disk or in memory, or texts from the
 * browser.
 */
export interface DeploySource {
  /** Files only, as the archive names them, with `/`. */
  paths: string[]
  /** Entries including folders: these count against the limit. */
  entryCount: number
  /** Throws ArchiveError for an unknown path and for content that does not fit its checksum. */
  read: (path: string) => Promise<Buffer>
  close: () => void
}

/**
 * An archive that cannot be read or is not allowed; the deployment fails with
 * INVALID_OPERATION.
 */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/**
 * Guards against archives made to exhaust the machine, far above the 10,000 files that a
 * deployment may have.
 */
const limits = { entries: 35_000, totalBytes: 629_145_600, fileBytes: 100 * 1024 * 1024 }

/**
 * Opens an archive on disk or in memory; contents are inflated one by one when they are read.
 * Throws ArchiveError for what is no zip, is too large, is encrypted or holds links or unsafe
 * names. The caller closes it.
 */
export async function openArchive(from: string | Buffer): Promise<DeploySource> {
  const zip = await openZip(from)
  const entries = new Map<string, Entry>()
  let total = 0
  let count = 0
  for await (const entry of entriesOf(zip)) {
    count++
    total += entry.uncompressedSize
    if (count > limits.entries)
      throw new ArchiveError(`Maximum number of files exceeded, limit is: ${limits.entries}`)
    if (total > limits.totalBytes || entry.uncompressedSize > limits.fileBytes)
      throw new ArchiveError(wording.deploy.requestSize(limits.totalBytes))
    if (entry.fileName.endsWith('/')) continue
    if (isUnsafe(entry)) throw new ArchiveError(`Invalid file name in the archive: ${entry.fileName}`)
    entries.set(entry.fileName, entry)
  }
  return {
    paths: [...entries.keys()],
    entryCount: count,
    read: async (path) => {
      const entry = entries.get(path)
      if (!entry) throw new ArchiveError(`No such file in the archive: ${path}`)
      return readEntry(zip, entry)
    },
    close: () => zip.close(),
  }
}

/** Files that are already in memory, for edits made in the browser. */
export function sourceOfFiles(files: ReadonlyMap<string, Buffer>): DeploySource {
  return {
    paths: [...files.keys()],
    entryCount: files.size,
    read: (path) => {
      const content = files.get(path)
      return content ? Promise.resolve(content) : Promise.reject(new ArchiveError(`No such file: ${path}`))
    },
    close: () => undefined,
  }
}

/** Links, encrypted entries and path segments that could leave the tree or hide in it. */
function isUnsafe(entry: Entry): boolean {
  const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000
  return (
    isLink ||
    entry.isEncrypted() ||
    entry.fileName.split('/').some((part) => part === '.git' || part === '.' || part === '')
  )
}

function openZip(from: string | Buffer): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, zip?: ZipFile): void => {
      if (zip) resolve(zip)
      else reject(new ArchiveError(error?.message ?? 'not a zip file'))
    }
    if (typeof from === 'string') open(from, options, done)
    else fromBuffer(from, options, done)
  })
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      zip.once('entry', resolve)
      zip.once('end', () => resolve(undefined))
      zip.once('error', (error: Error) => reject(new ArchiveError(error.message)))
      zip.readEntry()
    })
    zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error')
    if (!entry) return
    yield entry
  }
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) =>
      opened ? resolve(opened) : reject(new ArchiveError(error?.message ?? 'unreadable')),
    )
  })
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  const content = Buffer.concat(chunks)
  if (crc32(content) !== entry.crc32) throw new ArchiveError(`Checksum of ${entry.fileName} is wrong`)
  return content
}
