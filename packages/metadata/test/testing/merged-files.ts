import type { MergedFile } from '../../src/references/merged-file.ts'

import { sameBytes } from '../../src/bytes.ts'
import { merge } from '../../src/merge/merge.ts'

type Tree = ReadonlyMap<string, Uint8Array>

/** Merges whole trees, file by file: a file that one side deleted and the other changed stays as it was changed. */
export function mergedFiles(trees: Readonly<Record<'base' | 'ours' | 'theirs', Tree>>): MergedFile[] {
  const paths = new Set([...trees.base.keys(), ...trees.ours.keys(), ...trees.theirs.keys()])
  return [...paths].toSorted().flatMap((path) => {
    const [base, ours, theirs] = [trees.base, trees.ours, trees.theirs].map((tree) => tree.get(path) ?? null)
    if (base === undefined || ours === undefined || theirs === undefined) return []
    if (isSame(base, ours) && isSame(base, theirs)) return []
    return [{ path, base, ours, theirs, merged: mergedContent(path, { base, ours, theirs }) }]
  })
}

function mergedContent(
  path: string,
  { base, ours, theirs }: Omit<MergedFile, 'path' | 'merged'>,
): Uint8Array | null {
  if (isSame(base, ours)) return theirs
  if (isSame(base, theirs)) return ours
  return ours === null || theirs === null ? (ours ?? theirs) : merge({ path, base, ours, theirs }).content
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : sameBytes(a, b)
}
