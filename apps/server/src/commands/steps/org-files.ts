import { blobHash } from '@sluice/git/blob-hash'
import { filterComposite } from '@sluice/metadata/composite'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { normaliseFile } from '@sluice/metadata/normalise'
import { componentOfPath } from '@sluice/metadata/paths'
import { JobFailure } from '../../durable/run-errors.ts'
import { withArchive } from './retrieve/archive-files.ts'

/** A file as the org has it, normalised. `content` is null when the caller has the same bytes already. */
export interface OrgFile {
  readonly hash: string
  readonly content: Uint8Array | null
}

/** Files by their path below the metadata directory: `unpackaged/classes/A.cls`. */
export type OrgFiles = ReadonlyMap<string, OrgFile>

/**
 * Reads retrieved archives file by file: what the specs leave out is dropped (inside composites too), the rest is
 * normalised and hashed. Only content that `isKnown` does not recognise stays in memory.
 */
export async function readOrgFiles(o: {
  readonly archives: readonly string[]
  readonly specs: IncludeSpecs
  readonly apiVersion: string
  readonly isKnown: (path: string, hash: string) => boolean
  readonly signal: AbortSignal
  readonly onFile?: () => void
}): Promise<OrgFiles> {
  const files = new Map<string, OrgFile>()
  for (const archive of o.archives) {
    await withArchive(archive, async (entries) => {
      for (const entry of entries) {
        o.signal.throwIfAborted()
        const path = belowPackage(entry.path)
        const content = isWanted(o.specs, path) ? included(o, path, await entry.read()) : null
        o.onFile?.()
        if (content === null) continue
        const hash = blobHash(content)
        refuseParts(path, files.get(path)?.hash, hash)
        files.set(path, { hash, content: o.isKnown(path, hash) ? null : content })
      }
    })
  }
  return files
}

/**
 * A profile of a very large org comes back once per batch, each time with the entries of that batch. Taking one of
 * them for the whole would lose the others' entries, so the job ends instead.
 */
function refuseParts(path: string, known: string | undefined, hash: string): void {
  if (known === undefined || known === hash) return
  throw new JobFailure(
    'The org is too large to retrieve everything that belongs together at once.',
    `${path} came back in parts. Include less in .sluiceinclude: profiles, permission sets and translations count together with what they refer to.`,
  )
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

/** The file without what the specs exclude, in canonical form; null when nothing is left. */
export function included(
  o: { readonly specs: IncludeSpecs; readonly apiVersion: string },
  path: string,
  content: Uint8Array,
): Uint8Array | null {
  const isComposite = componentOfPath(path)?.isComposite === true
  const kept = isComposite
    ? filterComposite({ path, content, keep: (identity) => isIncluded(o.specs, identity) })
    : content
  return kept === null ? null : normaliseFile({ path, content: kept, apiVersion: o.apiVersion })
}
