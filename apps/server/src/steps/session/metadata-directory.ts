import type { ObjectReader } from '@sluice/git/cat-file'
import { findFiles } from '@sluice/git/find-files'
import { listFolder } from '@sluice/git/list-folder'
import { unpackaged } from '@sluice/metadata/component'

/** Blob hashes by path below the metadata directory. */
export type FileHashes = ReadonlyMap<string, string>

/** Where the metadata lies in a repository: `src` for the stored `/src`, empty for the root. */
export interface MetadataDirectory {
  readonly path: string
  inRepository(path: string): string
  below(repositoryPath: string): string | null
}

export const manifestPath = `${unpackaged}/package.xml`

export function metadataDirectory(relativePath: string): MetadataDirectory {
  const path = relativePath.split('/').filter(Boolean).join('/')
  const prefix = path === '' ? '' : `${path}/`
  return {
    path,
    inRepository: (below) => `${prefix}${below}`,
    below: (repositoryPath) =>
      repositoryPath.startsWith(prefix) ? repositoryPath.slice(prefix.length) : null,
  }
}

/** The metadata files of a commit. */
export async function listMetadataFiles(
  reader: ObjectReader,
  commitHash: string,
  directory: MetadataDirectory,
): Promise<FileHashes> {
  const folder = directory.inRepository(unpackaged)
  return await listFolder(reader, commitHash, { folder, prefix: `${unpackaged}/` })
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
