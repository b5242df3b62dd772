import { deflateRawSync } from 'node:zlib'
import { blobHash } from '@sluice/git/blob-hash'
import type { Repository } from '@sluice/git/git'
import { type BlobWriter, openBlobWriter } from '@sluice/git/write-blobs'
import type { ArchiveFile } from '@sluice/metadata/archive-reader'
import { filterComposite } from '@sluice/metadata/composite'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { normaliseFile } from '@sluice/metadata/normalise'
import { comesInParts, uniteParts } from '@sluice/metadata/partial-retrieve'
import { PartialRetrieveError } from '@sluice/metadata/partial-retrieve/errors'
import { componentOfPath } from '@sluice/metadata/paths'
import { lookInto } from '@sluice/metadata/unknown-metadata'
import { JobFailure } from '../../durable/run-errors.ts'
import type { KnownEntries } from './known-entries.ts'
import { withArchives } from './retrieve/archive-files.ts'
import { type CompressedEntry, type ReadEntry, readBatch } from './retrieve/read-batch.ts'

/** A file as the org has it, normalised. */
export interface OrgFile {
  readonly hash: string
  /** Null when the repository has it and nobody is expected to look into it. */
  readonly content: Uint8Array | null
  /** The repository has the blob. */
  readonly isStored: boolean
  /** Lists in a new or changed file that no rule knows. */
  readonly unknownLists?: readonly string[]
}

/** Files by their path below the metadata directory: `unpackaged/classes/A.cls`. */
export type OrgFiles = ReadonlyMap<string, OrgFile>

/**
 * Reads the files and puts what is new or changed into the repository as it comes, so that it need not stay in memory
 * until it is committed.
 */
export async function storeOrgFiles(
  repository: Repository,
  request: Omit<OrgFilesRequest, 'blobs'>,
): Promise<OrgFiles> {
  const blobs = openBlobWriter(repository)
  try {
    const files = await readOrgFiles({ ...request, blobs })
    await blobs.close()
    return files
  } catch (error) {
    await blobs.discard()
    throw error
  }
}

/** What to read, and what of it matters. */
export interface OrgFilesRequest {
  readonly archives: readonly string[]
  readonly specs: IncludeSpecs
  readonly apiVersion: string
  readonly isKnown: (path: string, hash: string) => boolean
  readonly signal: AbortSignal
  /** Told now and then how many files have been read. */
  readonly onFiles?: (count: number) => void
  /** Lets entries that came before with the same bytes pass unread. */
  readonly entries?: KnownEntries
  /** Takes what is new or changed, so that it need not stay in memory. */
  readonly blobs?: BlobWriter
}

/** Content of one batch: enough that starting to inflate costs nothing beside it, little enough to be forgotten. */
const batchBytes = 1024 * 1024

/**
 * Reads retrieved archives batch by batch: what the specs leave out is dropped (inside composites too), the rest is
 * normalised and hashed. Content that `isKnown` does not recognise goes to the repository or stays in memory. A file
 * that came back with several archives, each time with the entries of what that retrieve asked for, is put together first.
 */
export async function readOrgFiles(request: OrgFilesRequest): Promise<OrgFiles> {
  return await withArchives(request.archives, async (archives) => {
    const files = new Map<string, OrgFile>()
    const { single, parts } = filesByPath(archives)
    for await (const batch of batchesToRead(request, files, single)) {
      request.signal.throwIfAborted()
      const read = await readBatch(batch)
      for (const [place, from] of batch.entries()) {
        const raw = read[place]
        if (raw !== undefined) await addFile(request, files, { ...from, raw })
      }
      request.onFiles?.(files.size)
    }
    for (const [path, entries] of parts) {
      request.signal.throwIfAborted()
      const content = isWanted(request.specs, path) ? await united(path, entries) : null
      if (content !== null)
        await addFile(request, files, { path, digest: null, raw: { content, deflated: null } })
    }
    request.onFiles?.(files.size)
    return files
  })
}

/** Where files lie: in one archive, in the order of the archives, or in several. */
function filesByPath(archives: readonly (readonly ArchiveFile[])[]) {
  const single = new Map<string, ArchiveFile>()
  const parts = new Map<string, ArchiveFile[]>()
  for (const entry of archives.flat()) {
    const path = belowPackage(entry.path)
    const first = single.get(path)
    const known = parts.get(path) ?? (first === undefined ? undefined : [first])
    if (known === undefined) single.set(path, entry)
    else parts.set(path, [...known, entry])
  }
  for (const path of parts.keys()) single.delete(path)
  return { single, parts }
}

interface EntryToRead extends CompressedEntry {
  readonly path: string
  readonly digest: string | null
}

/** What has to be inflated; entries that are known already become files on the way. */
async function* batchesToRead(
  request: OrgFilesRequest,
  files: Map<string, OrgFile>,
  single: ReadonlyMap<string, ArchiveFile>,
): AsyncGenerator<EntryToRead[]> {
  const { entries, isKnown } = request
  let batch: EntryToRead[] = []
  let sizeBytes = 0
  for (const [path, entry] of single) {
    if (!isWanted(request.specs, path)) continue
    const view = await entry.readCompressed()
    const digest = entries?.digestOf(entry, view) ?? null
    const blob = digest === null ? undefined : entries?.blobOf(path, digest)
    if (digest !== null && (blob === null || (blob !== undefined && isKnown(path, blob)))) {
      if (blob !== null) files.set(path, stored(blob))
      entries?.remember(path, digest, blob)
      continue
    }
    if (batch.length > 0 && sizeBytes + entry.sizeBytes > batchBytes) {
      yield batch
      batch = []
      sizeBytes = 0
    }
    batch.push({ path, entry, digest, compressed: view.slice() })
    sizeBytes += entry.sizeBytes
  }
  if (batch.length > 0) yield batch
}

async function addFile(
  request: OrgFilesRequest,
  files: Map<string, OrgFile>,
  { path, digest, raw }: { path: string; digest: string | null; raw: ReadEntry },
): Promise<void> {
  const file = await orgFile(request, path, raw)
  if (digest !== null) request.entries?.remember(path, digest, file?.hash ?? null)
  if (file !== null) files.set(path, file)
}

const stored = (hash: string): OrgFile => ({ hash, content: null, isStored: true })

/** The file as the org has it; null when the specs leave nothing of it. */
async function orgFile(request: OrgFilesRequest, path: string, raw: ReadEntry): Promise<OrgFile | null> {
  const kept = included(request.specs, path, raw.content)
  if (kept === null) return null
  // The very bytes that the caller has need no normalising to be the same file.
  const asItCame = blobHash(kept)
  if (request.isKnown(path, asItCame)) return stored(asItCame)
  const { content, unknownLists } = lookInto({ path, content: kept, apiVersion: request.apiVersion })
  const hash = content === kept ? asItCame : blobHash(content)
  if (request.isKnown(path, hash)) return stored(hash)
  const file = { hash, unknownLists: unknownLists() }
  // What is read lies in a buffer with its neighbours: a copy lets go of them.
  if (request.blobs === undefined) return { ...file, content: content.slice(), isStored: false }
  const deflated = content === raw.content ? raw.deflated : null
  await request.blobs.add({ hash, content, deflated: deflated ?? deflateRawSync(content, { level: 1 }) })
  // A new composite is looked into later, for what it holds.
  return { ...file, content: holdsComponents(path) ? content.slice() : null, isStored: true }
}

/** Code and layouts that came back twice are the same file, whichever retrieve was the later; other files have parts. */
async function united(path: string, entries: readonly ArchiveFile[]): Promise<Uint8Array> {
  const contents: Uint8Array[] = []
  for (const entry of entries) contents.push(await entry.read())
  const [first, ...others] = contents
  if (first === undefined) throw new Error(`${path} is in no archive.`)
  if (!comesInParts(path)) return others.at(-1) ?? first
  const [canonical, ...rest] = contents.map((content) => normaliseFile({ path, content }))
  return unite(path, [canonical ?? first, ...rest])
}

function unite(path: string, parts: readonly [Uint8Array, ...Uint8Array[]]): Uint8Array {
  try {
    return uniteParts(path, parts)
  } catch (error) {
    if (!(error instanceof PartialRetrieveError)) throw error
    throw new JobFailure(
      'The org changed while it was being retrieved. Nothing was pushed; run the job again.',
      error.message,
    )
  }
}

/** A retrieve of a single package leaves the package's folder out. */
function belowPackage(path: string): string {
  return path.startsWith('unpackaged/') ? path : `unpackaged/${path}`
}

function isWanted(specs: IncludeSpecs, path: string): boolean {
  const component = componentOfPath(path)
  if (component === null) return false
  return component.isComposite || isIncluded(specs, component.identity)
}

/** The file without what the specs exclude; null when nothing is left. */
function included(specs: IncludeSpecs, path: string, content: Uint8Array): Uint8Array | null {
  if (!holdsComponents(path)) return content
  return filterComposite({ path, content, keep: (identity) => isIncluded(specs, identity) })
}

function holdsComponents(path: string): boolean {
  return componentOfPath(path)?.isComposite === true
}
