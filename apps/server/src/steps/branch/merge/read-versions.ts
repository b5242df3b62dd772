import type { ObjectReader } from '@sluice/git/cat-file'
import type { FileVersions } from './merging.ts'

/** The contents of a file that both sides have. */
export interface VersionContents {
  readonly base: Uint8Array | null
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
}

const nothing = new Uint8Array(0)

export async function readVersions(
  reader: ObjectReader,
  { base, ours, theirs }: FileVersions,
): Promise<VersionContents> {
  const [baseContent, ourContent, theirContent] = await Promise.all(
    [base, ours, theirs].map(async (file) => (file === null ? null : await reader.read(file.hash))),
  )
  return { base: baseContent ?? null, ours: ourContent ?? nothing, theirs: theirContent ?? nothing }
}
