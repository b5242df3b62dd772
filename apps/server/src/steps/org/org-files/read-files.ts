import { deflateRawSync } from 'node:zlib'
import { blobHash } from '@sluice/git/blob-hash'
import { packEntry } from '@sluice/git/pack-entry'
import { type ComponentIdentity, componentKey } from '@sluice/metadata/component'
import { filterComposite } from '@sluice/metadata/composite'
import { isIncluded } from '@sluice/metadata/include-specs'
import { inStoredForm } from '@sluice/metadata/org-values/stored-form'
import { componentOfPath } from '@sluice/metadata/paths'
import { lookInto } from '@sluice/metadata/unknown-metadata'
import { type ReadEntry, inflateMembers } from '../retrieve/read-batch.ts'
import type { BatchFiles, EntryBatch, ReadingRules } from './entry-batch.ts'

/** Reads batches by the same rules. */
export interface BatchReader {
  /** Null when an entry is not what its archive says of it. */
  filesOf(batch: EntryBatch): BatchFiles | null
  /** The same for entries that are inflated already. */
  filesWith(read: readonly ReadEntry[], at: Pick<EntryBatch, 'paths' | 'parity'>): BatchFiles
}

/** What the specs leave out is dropped (inside composites too), the rest is normalised and hashed. */
export function openBatchReader(rules: ReadingRules): BatchReader {
  const filesWith: BatchReader['filesWith'] = (read, { paths, parity }) => {
    const columns = openColumns()
    for (const [place, path] of paths.entries()) {
      const raw = read[place]
      if (raw === undefined) throw new Error(`${path} was not read.`)
      columns.add(fileOf({ path, raw, known: parity[place] ?? '' }, rules))
    }
    return columns.end()
  }
  return {
    filesOf: (batch) => {
      const read = inflateMembers(batch)
      return read === null ? null : filesWith(read, batch)
    },
    filesWith,
  }
}

interface FileRead {
  readonly hash: string
  /** Null when the repository has the file as it is. */
  readonly fresh: {
    readonly bytes: Uint8Array
    /** Null when no comparison needs it. */
    readonly content: Uint8Array | null
    readonly unknownLists: readonly string[]
  } | null
}

/** The file as the org has it; null when the specs leave nothing of it. */
function fileOf(
  { path, raw, known }: { readonly path: string; readonly raw: ReadEntry; readonly known: string },
  rules: ReadingRules,
): FileRead | null {
  const { apiVersion, form, give } = rules
  const isComposite = componentOfPath(path)?.isComposite === true
  const wanted = isComposite ? included(rules, path, raw.content) : raw.content
  if (wanted === null) return null
  const kept = inStoredForm(path, wanted, form)
  // The very bytes that the repository has need no normalising to be the same file.
  const asItCame = blobHash(kept)
  if (asItCame === known) return { hash: known, fresh: null }
  const { content, unknownLists } = lookInto({ path, content: kept, apiVersion })
  const hash = content === kept ? asItCame : blobHash(content)
  if (hash === known) return { hash, fresh: null }
  const lists = unknownLists()
  if (give === 'content') return { hash, fresh: { bytes: content, content: null, unknownLists: lists } }
  const asItLay = content === raw.content ? raw.deflated : null
  const deflated = asItLay ?? deflateRawSync(content, { level: 1 })
  const bytes = packEntry('blob', { content, deflated })
  const isLookedInto = isComposite || known !== ''
  return { hash, fresh: { bytes, content: isLookedInto ? content : null, unknownLists: lists } }
}

function included({ specs, beside }: ReadingRules, path: string, content: Uint8Array): Uint8Array | null {
  const keep = (identity: ComponentIdentity) =>
    isIncluded(specs, identity) && !beside.packagedParts.has(componentKey(identity))
  return filterComposite({ path, content, keep })
}

function openColumns(): { add(file: FileRead | null): void; end(): BatchFiles } {
  const hashes: (string | null)[] = []
  const pieces: Uint8Array[] = []
  const ends: number[] = []
  const contents = new Map<number, Uint8Array>()
  const unknownLists = new Map<number, readonly string[]>()
  let sizeBytes = 0
  return {
    add: (file) => {
      const place = hashes.push(file?.hash ?? null) - 1
      const fresh = file?.fresh ?? null
      if (fresh !== null) {
        pieces.push(fresh.bytes)
        sizeBytes += fresh.bytes.length
        // The content is a view into a buffer of many entries; a copy lets that buffer be freed.
        if (fresh.content !== null) contents.set(place, fresh.content.slice())
        if (fresh.unknownLists.length > 0) unknownLists.set(place, fresh.unknownLists)
      }
      ends.push(sizeBytes)
    },
    end: () => ({ hashes, bytes: Buffer.concat(pieces, sizeBytes), ends, contents, unknownLists }),
  }
}
