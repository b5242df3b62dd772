import type { ObjectReader } from '@sluice/git/cat-file'
import { findFiles } from '@sluice/git/find-files'
import { listFolder } from '@sluice/git/list-folder'
import { unpackaged } from '@sluice/metadata/component'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'

/** Blob hashes by path below the metadata directory. */
export type FileHashes = ReadonlyMap<string, string>

/** The generated manifest among the files of an archive. */
export const manifestPath = `${unpackaged}/package.xml`

/** The metadata files of a commit. */
export async function listMetadataFiles(
  reader: ObjectReader,
  commitHash: string,
  directory: MetadataDirectory,
): Promise<FileHashes> {
  const { folder, isTypeFolder: takes } = directory
  return await listFolder(reader, commitHash, { folder, prefix: `${unpackaged}/`, ...(takes && { takes }) })
}

/** Paths below a metadata directory. */
export interface MetadataPaths {
  readonly directory: MetadataDirectory
  readonly paths: Iterable<string>
}

/** The metadata files of a commit at and below some paths, without looking at any other. */
export async function findMetadataFiles(
  reader: ObjectReader,
  commitHash: string,
  { directory, paths }: MetadataPaths,
): Promise<Map<string, string>> {
  const wanted = Array.from(paths, (path) => directory.inRepository(path))
  const files = new Map<string, string>()
  for (const [path, { hash }] of await findFiles(reader, commitHash, wanted)) {
    const below = directory.below(path)
    if (below !== null) files.set(below, hash)
  }
  return files
}
