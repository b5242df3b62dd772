import type { ArchiveFile } from '@sluice/metadata/archive-reader'
import { componentKey, unpackaged } from '@sluice/metadata/component'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { componentOfPath } from '@sluice/metadata/paths'
import type { KnownEntries } from './known-entries.ts'
import type { FileHashes } from '../../session/metadata-directory.ts'
import { isOneMember, joinMembers } from '../retrieve/read-batch.ts'
import type { DigestsAhead } from './digests-ahead.ts'
import type { BesideRules, EntryBatch } from './entry-batch.ts'
import { entryDigest } from './entry-digest.ts'

/** An entry that has to be read, and its name among the known entries. */
export interface EntryToRead {
  readonly path: string
  readonly entry: ArchiveFile
  readonly digest: string | null
}

/** Entries to read; `batch` null where each has to be inflated alone. */
export interface EntriesToRead {
  readonly entries: readonly EntryToRead[]
  readonly batch: EntryBatch | null
}

/**
 * Content of one batch: enough that starting to inflate costs nothing beside it. With batches of 1 MB garbage collection
 * comes too late: 60,000 files took 70 MB more.
 */
const batchBytes = 256 * 1024

/** The entries of all archives in order. */
export interface FilesByPath {
  readonly files: readonly ArchiveFile[]
  /** The entries of each file that several archives hold, by its path; the one that was retrieved last comes last. */
  readonly parts: ReadonlyMap<string, readonly ArchiveFile[]>
}

/**
 * Within one archive no path occurs twice: opening an archive checks this. `times` says when each archive was retrieved, in
 * any unit.
 */
export function filesByPath(
  archives: readonly (readonly ArchiveFile[])[],
  times: readonly number[],
): FilesByPath {
  const [first = [], ...others] = archives
  // Copied as it is; `flat` looks at every entry.
  const files = first.concat(...others)
  const parts = new Map<string, ArchiveFile[]>()
  if (others.length === 0 && files.every(({ path }) => path.startsWith(packageFolder)))
    return { files, parts }
  const seen = new Set<string>()
  for (const entry of files) {
    const path = belowPackage(entry.path)
    if (seen.has(path)) parts.set(path, [])
    seen.add(path)
  }
  if (parts.size === 0) return { files, parts }
  const byTime = archives.map((inOne, place) => ({ inOne, time: times[place] ?? 0 }))
  for (const { inOne } of byTime.toSorted((a, b) => a.time - b.time))
    for (const entry of inOne) parts.get(belowPackage(entry.path))?.push(entry)
  return { files, parts }
}

/** What decides whether an entry has to be read. */
export interface EntryFilter {
  readonly specs: IncludeSpecs
  /** Keys of what was asked for by name. */
  readonly planned: ReadonlySet<string>
  readonly beside: BesideRules
  readonly parity: FileHashes
  readonly known: KnownEntries | undefined
  readonly digests: DigestsAhead | null
  /** Told of each known entry that is the same in the repository. */
  readonly onSame: (path: string) => void
}

/**
 * What has to be read of the files that lie in one piece, in batches, without what the specs leave out by its name.
 * Entries that came before with the same bytes are not read again; those of them that the repository has are told to
 * `onSame` on the way.
 */
export async function* entriesToRead(
  { files, parts }: FilesByPath,
  filter: EntryFilter,
): AsyncGenerator<EntriesToRead, void, undefined> {
  const { parity, known, digests, onSame } = filter
  let batch = openBatch(parity)
  for (const [place, entry] of files.entries()) {
    const path = belowPackage(entry.path)
    if (known?.isNext(path) !== true && !isWanted(filter, path)) continue
    if (parts.size > 0 && parts.has(path)) continue
    let digest = digests?.at(place) ?? null
    let compressed: Uint8Array | null = null
    if (digest === null) {
      const bytes = entry.readCompressed()
      // Nearly all of them are in memory, and waiting for each would cost as much as looking it up.
      compressed = bytes instanceof Uint8Array ? bytes : await bytes
      digest = known === undefined ? null : entryDigest(entry, compressed)
    }
    // What stays of it depends on the list, too, so the same bytes may become another file.
    if (isBeside(filter, path)) digest = null
    const became = digest === null ? null : (known?.recall(path, digest, parity.get(path)) ?? null)
    if (became !== null) {
      if (became === 'same') onSame(path)
      continue
    }
    const view = compressed ?? (await entry.readCompressed())
    if (!isOneMember(entry, view)) {
      yield { entries: [{ path, entry, digest }], batch: null }
      continue
    }
    if (!batch.hasRoomFor(entry)) {
      yield batch.end()
      batch = openBatch(parity)
    }
    batch.add({ path, entry, digest }, view)
  }
  if (!batch.isEmpty()) yield batch.end()
}

function openBatch(parity: FileHashes) {
  const entries: EntryToRead[] = []
  const compressed: Buffer[] = []
  let sizeBytes = 0
  return {
    isEmpty: () => entries.length === 0,
    hasRoomFor: (entry: ArchiveFile) => entries.length === 0 || sizeBytes + entry.sizeBytes <= batchBytes,
    add: (one: EntryToRead, view: Uint8Array) => {
      entries.push(one)
      compressed.push(Buffer.from(view))
      sizeBytes += one.entry.sizeBytes
    },
    end: (): EntriesToRead => {
      const paths = entries.map(({ path }) => path)
      return {
        entries,
        batch: {
          paths,
          parity: paths.map((path) => parity.get(path) ?? ''),
          ...joinMembers(entries.map(({ entry }, at) => ({ entry, compressed: compressed[at] ?? nothing }))),
        },
      }
    },
  }
}

const nothing = Buffer.alloc(0)

const packageFolder = `${unpackaged}/`

/** A retrieve of a single package leaves the package's folder out. */
function belowPackage(path: string): string {
  return path.startsWith(packageFolder) ? path : packageFolder + path
}

function isBeside({ beside: { composites } }: Pick<EntryFilter, 'beside'>, path: string): boolean {
  // Every name of a component of a package holds its prefix.
  if (composites.size === 0 || !path.includes('__')) return false
  const identity = componentOfPath(path)?.identity
  return identity !== undefined && composites.has(componentKey(identity))
}

/** Names alone do not tell the package: a layout of one's own may be called `Account-Sales__EMEA`. */
export function isWanted({ specs, planned }: Pick<EntryFilter, 'specs' | 'planned'>, path: string): boolean {
  const component = componentOfPath(path)
  if (component === null) return false
  const { identity, isComposite } = component
  return isComposite || isIncluded(specs, identity) || planned.has(componentKey(identity))
}
