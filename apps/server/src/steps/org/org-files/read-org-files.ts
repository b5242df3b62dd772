import { stat } from 'node:fs/promises'
import type { Repository } from '@sluice/git/git'
import { type ObjectWriter, openObjectWriter } from '@sluice/git/write-objects'
import type { ArchiveFile } from '@sluice/metadata/archive-reader'
import { componentKey, unpackaged } from '@sluice/metadata/component'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import { type StoredForm, asReturned } from '@sluice/metadata/org-values/stored-form'
import { normaliseFile } from '@sluice/metadata/normalise'
import { comesInParts, uniteParts } from '@sluice/metadata/partial-retrieve'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { KnownEntries } from './known-entries.ts'
import type { FileHashes } from '../../session/metadata-directory.ts'
import {
  type EntriesToRead,
  type FilesByPath,
  entriesToRead,
  filesByPath,
  isWanted,
} from './entries-to-read.ts'
import { type DigestsAhead, openDigestsAhead } from './digests-ahead.ts'
import type { BatchFiles, BesideRules } from './entry-batch.ts'
import { readInTwoThreads } from './in-two-threads.ts'
import { OrgFiles } from './org-files.ts'
import { type BatchReader, openBatchReader } from './read-files.ts'
import type { NamedBeside } from '../retrieve/named-beside.ts'
import { withArchives } from '../retrieve/archive-files.ts'

/**
 * Reads the files and puts what is new or changed into the repository as it comes, so that it need not stay in memory
 * until it is committed.
 */
export async function storeOrgFiles(
  repository: Repository,
  request: Omit<OrgFilesRequest, 'blobs'>,
): Promise<OrgFiles> {
  const blobs = openObjectWriter(repository)
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
  /** What the retrieve asked for by name is wanted, whatever package its name seems to come from. */
  readonly planned?: readonly RetrieveMember[]
  /** What was named only so that profiles come with their entries about it: its own files are left out. */
  readonly beside?: readonly NamedBeside[] | undefined
  readonly apiVersion: string
  /** How the repository holds the files; without it as the org returns them. */
  readonly form?: StoredForm
  /** The files that the repository has: the same content is neither kept nor written again. */
  readonly parity: FileHashes | Promise<FileHashes>
  readonly signal: AbortSignal
  /** Called from time to time with the number of files read so far. */
  readonly onFiles?: (count: number) => void
  /** Entries of the last retrieve; those with the same bytes are not read again. */
  readonly entries?: KnownEntries | Promise<KnownEntries>
  /** Takes what is new or changed, so that it need not stay in memory. */
  readonly blobs?: ObjectWriter
}

/**
 * Reads retrieved archives batch by batch: what the specs leave out is dropped (inside composites too), the rest is
 * normalised and hashed. Content that parity does not have goes to the repository or stays in memory. A file that came
 * back with several archives, each time with the entries of what that retrieve asked for, is put together first.
 */
export async function readOrgFiles(request: OrgFilesRequest): Promise<OrgFiles> {
  const times = await timesOf(request.archives)
  return await withArchives(request.archives, async (archives) => {
    const digests = await digestsFor(request, archives)
    try {
      // Both were begun before, so that Git works while the directories of the archives are read.
      const [parity, known] = await Promise.all([request.parity, request.entries])
      const planned = new Set((request.planned ?? []).map(keyOfMember))
      const beside = besideRules(request)
      const reading = { ...request, planned, beside, parity, known, digests }
      return await readFiles(reading, filesByPath(archives, times))
    } finally {
      digests?.stop()
    }
  })
}

/** When each archive was retrieved. */
async function timesOf(archives: readonly string[]): Promise<number[]> {
  const files = await Promise.all(archives.map((path) => stat(path)))
  return files.map(({ mtimeMs }) => mtimeMs)
}

/** Begun before anything else is read: where nothing is known yet inflating takes the second core. */
async function digestsFor(
  { archives, entries }: OrgFilesRequest,
  files: readonly (readonly ArchiveFile[])[],
): Promise<DigestsAhead | null> {
  const known = await entries
  return known === undefined || known.isEmpty ? null : openDigestsAhead(archives, files)
}

const keyOfMember = ({ type, fullName }: RetrieveMember): string =>
  componentKey({ packageName: unpackaged, componentType: type, componentName: fullName })

function besideRules({ beside = [] }: OrgFilesRequest): BesideRules {
  const parts = beside.flatMap(({ packagedParts = [] }) => packagedParts)
  return { composites: new Set(beside.map(keyOfMember)), packagedParts: new Set(parts.map(keyOfMember)) }
}

/** A request whose promises have been awaited. */
interface Reading extends Omit<OrgFilesRequest, 'parity' | 'entries' | 'planned' | 'beside'> {
  readonly beside: BesideRules
  readonly planned: ReadonlySet<string>
  readonly parity: FileHashes
  readonly known: KnownEntries | undefined
  readonly digests: DigestsAhead | null
}

async function readFiles(reading: Reading, byPath: FilesByPath): Promise<OrgFiles> {
  const { specs, apiVersion, form = asReturned, parity, signal, onFiles } = reading
  const give = reading.blobs === undefined ? 'content' : 'packed'
  const rules = { specs, apiVersion, form, give, beside: reading.beside } as const
  const reader = openBatchReader(rules)
  const files = new OrgFiles(parity)
  const addFiles = openAdding(reading, files)
  const onSame = (path: string) => files.addSame(path)
  const take = async (read: EntriesToRead, batch: BatchFiles | null) => {
    await addFiles({ read, batch: batch ?? (await oneByOne(read, parity, reader)) })
    onFiles?.(files.size)
  }
  const toRead = entriesToRead(byPath, { ...reading, onSame })
  await readInTwoThreads(toRead, { rules, reader, signal, take })
  for (const [path, entries] of byPath.parts) {
    if (!isWanted(reading, path)) continue
    signal.throwIfAborted()
    const content = await united(path, entries)
    const at = { paths: [path], parity: [parity.get(path) ?? ''] }
    const batch = reader.filesWith([{ content, deflated: null }], at)
    await addFiles({ read: { entries: [{ path, digest: null }] }, batch })
  }
  onFiles?.(files.size)
  return files
}

/** Reads each entry alone, so that the error names the damaged one. */
async function oneByOne(
  { entries }: EntriesToRead,
  parity: FileHashes,
  reader: BatchReader,
): Promise<BatchFiles> {
  const paths = entries.map(({ path }) => path)
  const read = []
  for (const { entry } of entries) read.push({ content: await entry.read(), deflated: null })
  return reader.filesWith(read, { paths, parity: paths.map((path) => parity.get(path) ?? '') })
}

interface Added {
  readonly read: { readonly entries: readonly { readonly path: string; readonly digest: string | null }[] }
  readonly batch: BatchFiles
}

/** Of changed files, which are compared soon; the others are read again then, so that memory does not follow the org's size. */
const mostKeptBytes = 16 * 1024 * 1024
const none: readonly string[] = []

function openAdding({ parity, blobs, known }: Reading, files: OrgFiles) {
  let keptBytes = 0
  const kept = (path: string, content: Uint8Array | null): Uint8Array | null => {
    if (!parity.has(path)) return content
    keptBytes += content?.length ?? 0
    return keptBytes > mostKeptBytes ? null : content
  }
  return async ({ read, batch }: Added): Promise<void> => {
    const { hashes, bytes, ends, contents, unknownLists } = batch
    for (const [place, { path, digest }] of read.entries.entries()) {
      const hash = hashes[place] ?? null
      if (digest !== null) known?.remember(path, digest, hash)
      if (hash === null) continue
      if (hash === parity.get(path)) {
        files.addSame(path)
        continue
      }
      const given = bytes.subarray(place === 0 ? 0 : ends[place - 1], ends[place])
      await blobs?.add({ hash, entry: given })
      files.add(path, {
        hash,
        content: blobs === undefined ? given : kept(path, contents.get(place) ?? null),
        isStored: blobs !== undefined,
        unknownLists: unknownLists.get(place) ?? none,
      })
    }
  }
}

/** Code and layouts that came back twice are as the later retrieve returned them; other files have parts. */
async function united(path: string, entries: readonly ArchiveFile[]): Promise<Uint8Array> {
  const contents: Uint8Array[] = []
  for (const entry of entries) contents.push(await entry.read())
  const [first, ...others] = contents
  if (first === undefined) throw new Error(`${path} is in no archive.`)
  if (!comesInParts(path)) return others.at(-1) ?? first
  const [canonical, ...rest] = contents.map((content) => normaliseFile({ path, content }))
  return uniteParts(path, [canonical ?? first, ...rest])
}
