import { blobHash } from '@sluice/git/blob-hash'
import type { ArchiveFile } from '@sluice/metadata/archive-reader'
import { filterComposite } from '@sluice/metadata/composite'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { normaliseFile } from '@sluice/metadata/normalise'
import { comesInParts, uniteParts } from '@sluice/metadata/partial-retrieve'
import { PartialRetrieveError } from '@sluice/metadata/partial-retrieve/errors'
import { componentOfPath } from '@sluice/metadata/paths'
import { JobFailure } from '../../durable/run-errors.ts'
import type { KnownEntries } from './known-entries.ts'
import { withArchives } from './retrieve/archive-files.ts'

/** A file as the org has it, normalised. `content` is null when the caller has the same bytes already. */
export interface OrgFile {
  readonly hash: string
  readonly content: Uint8Array | null
}

/** Files by their path below the metadata directory: `unpackaged/classes/A.cls`. */
export type OrgFiles = ReadonlyMap<string, OrgFile>

/** What to read, and what of it matters. */
export interface OrgFilesRequest {
  readonly archives: readonly string[]
  readonly specs: IncludeSpecs
  readonly apiVersion: string
  readonly isKnown: (path: string, hash: string) => boolean
  readonly signal: AbortSignal
  readonly onFile?: () => void
  /** Lets entries that came before with the same bytes pass unread. */
  readonly entries?: KnownEntries
}

/**
 * Reads retrieved archives file by file: what the specs leave out is dropped (inside composites too), the rest is
 * normalised and hashed. Only content that `isKnown` does not recognise stays in memory. A file that came back with
 * several archives, each time with the entries of what that retrieve asked for, is put together first.
 */
export async function readOrgFiles(request: OrgFilesRequest): Promise<OrgFiles> {
  return await withArchives(request.archives, async (archives) => {
    const files = new Map<string, OrgFile>()
    const { single, parts } = filesByPath(archives)
    for (const [path, file] of single) await addFile(request, files, { path, entries: [file] })
    for (const [path, entries] of parts) await addFile(request, files, { path, entries })
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

async function addFile(
  request: OrgFilesRequest,
  files: Map<string, OrgFile>,
  { path, entries }: { path: string; entries: readonly ArchiveFile[] },
): Promise<void> {
  request.signal.throwIfAborted()
  const [only] = entries.length === 1 ? entries : []
  const digest = only === undefined ? null : ((await request.entries?.digestOf(only)) ?? null)
  const blob = digest === null ? undefined : request.entries?.blobOf(path, digest)
  const file =
    blob === null || (blob !== undefined && request.isKnown(path, blob))
      ? withoutContent(blob)
      : await readFile(request, path, entries)
  request.onFile?.()
  if (digest !== null) request.entries?.remember(path, digest, file?.hash ?? null)
  if (file !== null) files.set(path, file)
}

function withoutContent(hash: string | null): OrgFile | null {
  return hash === null ? null : { hash, content: null }
}

/** The file as the org has it; null when the specs leave nothing of it. */
async function readFile(
  request: OrgFilesRequest,
  path: string,
  entries: readonly ArchiveFile[],
): Promise<OrgFile | null> {
  const kept = isWanted(request.specs, path)
    ? included(request.specs, path, await whole(path, entries))
    : null
  if (kept === null) return null
  // The very bytes that the caller has need no normalising to be the same file.
  const asItCame = blobHash(kept)
  if (request.isKnown(path, asItCame)) return withoutContent(asItCame)
  const content = normaliseFile({ path, content: kept, apiVersion: request.apiVersion })
  const hash = content === kept ? asItCame : blobHash(content)
  return { hash, content: request.isKnown(path, hash) ? null : content }
}

/** Code and layouts that came back twice are the same file, whichever retrieve was the later; other files have parts. */
async function whole(path: string, entries: readonly ArchiveFile[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (const entry of entries) parts.push(await entry.read())
  const [first, ...others] = parts
  if (first === undefined) throw new Error(`${path} is in no archive.`)
  if (others.length === 0) return first
  if (!comesInParts(path)) return others.at(-1) ?? first
  const [canonical, ...rest] = parts.map((content) => normaliseFile({ path, content }))
  return united(path, [canonical ?? first, ...rest])
}

function united(path: string, parts: readonly [Uint8Array, ...Uint8Array[]]): Uint8Array {
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
  if (componentOfPath(path)?.isComposite !== true) return content
  return filterComposite({ path, content, keep: (identity) => isIncluded(specs, identity) })
}
