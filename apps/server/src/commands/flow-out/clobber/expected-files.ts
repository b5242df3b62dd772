import { blobHash } from '@sluice/git/blob-hash'
import type { ObjectReader } from '@sluice/git/cat-file'
import { GitError } from '@sluice/git/errors'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import {
  type FileHashes,
  type MetadataDirectory,
  findMetadataFiles,
  listMetadataFiles,
} from '../../steps/branch/metadata-directory.ts'
import { type UndeployedBaseline, overlayFilesOf, placesOf } from '../../steps/undeployed/undeployed-files.ts'

/** Files as the org should have them, and how to read one. */
export interface ExpectedFiles {
  readonly files: FileHashes
  readonly read: (hash: string) => Promise<Uint8Array>
}

/** Which files of a commit matter. */
export interface DeltaFiles {
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  readonly delta: readonly ComponentChange[]
  /** The whole org was retrieved, not only the components of the delta. */
  readonly isFull: boolean
}

/** The files of a commit that a retrieve of the delta can be compared with. */
export async function filesAt(
  { reader, directory, delta, isFull }: DeltaFiles,
  commitHash: string,
): Promise<ExpectedFiles> {
  const files = isFull
    ? await listMetadataFiles(reader, commitHash, directory)
    : await findMetadataFiles(reader, commitHash, { directory, paths: placesOfDelta(delta) })
  return { files, read: (hash) => reader.read(hash) }
}

/**
 * The files as the last flow left them in the org: those of the parity commit, but where a deployment had left something
 * out as an earlier commit has them.
 */
export async function filesExpectedInOrg(
  deltaFiles: DeltaFiles,
  parity: string,
  undeployed: readonly UndeployedBaseline[],
): Promise<ExpectedFiles> {
  const { files: parityFiles, read } = await filesAt(deltaFiles, parity)
  const overlay = await overlayFilesOf(undeployed, {
    parityFiles,
    read,
    orgPaths: [],
    filesAt: async (commitHash) => await filesIfThere(deltaFiles, commitHash),
  })
  const files = new Map(parityFiles)
  const contents = new Map<string, Uint8Array>()
  for (const [path, { baseline }] of overlay) {
    if (baseline === null) files.delete(path)
    else {
      const hash = blobHash(baseline)
      files.set(path, hash)
      contents.set(hash, baseline)
    }
  }
  return { files, read: async (hash) => contents.get(hash) ?? (await read(hash)) }
}

function placesOfDelta(delta: readonly ComponentChange[]): Set<string> {
  const places = placesOf(delta.map(({ identity }) => identity))
  for (const { paths } of delta) for (const path of paths) places.add(path)
  return places
}

/** Null when history was rewritten and the commit is gone. */
async function filesIfThere(deltaFiles: DeltaFiles, commitHash: string): Promise<FileHashes | null> {
  try {
    return (await filesAt(deltaFiles, commitHash)).files
  } catch (error) {
    if (error instanceof GitError && error.code === 'notFound') return null
    throw error
  }
}
