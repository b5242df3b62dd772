import type { ObjectReader } from '@sluice/git/cat-file'
import type { DeltaInput } from '@sluice/metadata/delta'
import { type FileHashes, type MetadataDirectory, findMetadataFiles } from '../steps/metadata-directory.ts'

/** The branch's head as a deployment reads it. `known` are the files whose blobs have been found already. */
export interface Head {
  readonly commitHash: string
  readonly known: FileHashes
}

/** How a delta reads head: looks up together what travels with the changed files, then reads blob by blob. */
export function readingHead(
  reader: ObjectReader,
  head: Head,
  directory: MetadataDirectory,
): Pick<DeltaInput, 'readHead' | 'listHead'> & Required<Pick<DeltaInput, 'expect'>> {
  const blobs = new Map(head.known)
  const find = async (paths: readonly string[]) => {
    const found = await findMetadataFiles(reader, head.commitHash, { directory, paths })
    for (const [path, hash] of found) blobs.set(path, hash)
    return [...found.keys()]
  }
  return {
    expect: async (paths) => {
      await find(paths.filter((path) => !blobs.has(path)))
    },
    listHead: (folder) => find([folder]),
    readHead: async (path) => {
      const hash = blobs.get(path)
      return hash === undefined ? null : await reader.read(hash)
    },
  }
}
