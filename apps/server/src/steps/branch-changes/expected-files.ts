import { blobHash } from '@sluice/git/blob-hash'
import type { ObjectReader } from '@sluice/git/cat-file'
import { GitError } from '@sluice/git/errors'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { type FileHashes, findMetadataFiles, listMetadataFiles } from '../session/metadata-directory.ts'
import { type OverlayFile, type UndeployedBaseline, overlayFilesOf } from '../parity/undeployed-files.ts'

/** Files as the org should have them, and how to read one. */
export interface ExpectedFiles {
  readonly files: FileHashes
  readonly read: (hash: string) => Promise<Uint8Array>
}

/** Which files of a commit matter. */
export interface WantedFiles {
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  /** Files, and folders that end with `/`; null for all files of the metadata. */
  readonly paths: ReadonlySet<string> | null
}

/** The wanted files of a commit. */
export async function filesAt(
  { reader, directory, paths }: WantedFiles,
  commitHash: string,
): Promise<ExpectedFiles> {
  const files =
    paths === null
      ? await listMetadataFiles(reader, commitHash, directory)
      : await findMetadataFiles(reader, commitHash, { directory, paths })
  return { files, read: (hash) => reader.read(hash) }
}

/**
 * The files as the last flow left them in the org: those of the parity commit, but where a deployment had left something
 * out as an earlier commit has them.
 */
export async function filesExpectedInOrg(
  wanted: WantedFiles,
  parity: string,
  undeployed: readonly UndeployedBaseline[],
): Promise<ExpectedFiles & { readonly overlay: ReadonlyMap<string, OverlayFile> }> {
  const { files: parityFiles, read } = await filesAt(wanted, parity)
  const overlay = await overlayFilesOf(undeployed, {
    parityFiles,
    read,
    orgPaths: [],
    filesAt: async (commitHash) => await filesIfThere(wanted, commitHash),
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
  return { files, overlay, read: async (hash) => contents.get(hash) ?? (await read(hash)) }
}

/** Null when history was rewritten and the commit is gone. */
async function filesIfThere(wanted: WantedFiles, commitHash: string): Promise<FileHashes | null> {
  try {
    return (await filesAt(wanted, commitHash)).files
  } catch (error) {
    if (error instanceof GitError && error.code === 'notFound') return null
    throw error
  }
}
