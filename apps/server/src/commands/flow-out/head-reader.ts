import type { ObjectReader } from '@sluice/git/cat-file'
import type { DeltaInput } from '@sluice/metadata/delta'
import { type FileHashes, type MetadataDirectory, findMetadataFiles } from '../steps/metadata-directory.ts'

/** The branch's head as a deployment reads it. `known` are the files whose blobs have been found already. */
export interface Head {
  readonly commitHash: string
  readonly known: FileHashes
}

/** How a delta reads head: finds together what travels with the changed files, then reads blob by blob. */
export function readingHead(
  reader: ObjectReader,
  head: Head,
  directory: MetadataDirectory,
): Pick<DeltaInput, 'readHead' | 'listHead'> {
  const blobs = new Map(head.known)
  const find = async (paths: readonly string[]) => {
    const found = await findMetadataFiles(reader, head.commitHash, { directory, paths })
    for (const [path, hash] of found) blobs.set(path, hash)
    return [...found.keys()]
  }
  return {
    listHead: (folder) => find([folder]),
    readHead: async function* (paths) {
      await find(paths.filter((path) => !blobs.has(path)))
      const hashes = paths.map((path) => blobs.get(path))
      const contents = reader.readEach(hashes.filter((hash) => hash !== undefined))
      try {
        for (const hash of hashes) yield hash === undefined ? null : ((await contents.next()).value ?? null)
      } finally {
        await contents.return()
      }
    },
  }
}
