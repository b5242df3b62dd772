import { createHash } from 'node:crypto'
import type { TreeFile } from '@sluice/git/ls-tree'
import type { DecidedConflict } from './branch-merge.ts'
import type { MergedFiles } from './merge-files.ts'
import type { Merging } from './merging.ts'

/** What people decided about the conflicts of this merge, by path. A decision about other versions of a file does not fit. */
export async function decisionsThatFit(
  { input: { decided = [] }, reader }: Merging,
  { conflicts, versions }: MergedFiles,
): Promise<ReadonlyMap<string, DecidedConflict>> {
  const fitting = new Map<string, DecidedConflict>()
  const digestOf = async (file: TreeFile | null) => file && sha256(await reader.read(file.hash))
  for (const { path } of conflicts) {
    const file = versions.get(path)
    if (file === undefined) continue
    const candidates = decided.filter((one) => one.path === path)
    if (candidates.length === 0) continue
    const [base, ours, theirs] = [
      await digestOf(file.base),
      await digestOf(file.ours),
      await digestOf(file.theirs),
    ]
    const found = candidates.findLast(
      ({ digests }) => digests.base === base && digests.ours === ours && digests.theirs === theirs,
    )
    if (found !== undefined) fitting.set(path, found)
  }
  return fitting
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
