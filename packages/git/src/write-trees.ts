import { deflateRawSync } from 'node:zlib'
import type { NewTree } from './edit-tree.ts'
import { deltaEntry, packEntry } from './pack-entry.ts'
import { deltaOf } from './tree-delta.ts'
import type { ObjectWriter } from './write-objects.ts'

/** As deep as Git lets deltas of deltas become. */
const mostDeltas = 50

/**
 * Commits that follow each other change little of a large folder: what makes it of the one before is written instead of
 * the whole, where that stands in the same pack.
 */
export function openTreeWriter(objects: ObjectWriter): (trees: readonly NewTree[]) => Promise<void> {
  /** Deltas that have to be put together for a tree. */
  const depths = new Map<string, number>()
  const entryOf = (tree: NewTree): Buffer => {
    const { hash, content, base } = tree
    const before = base !== null && objects.holds(base.hash) ? depths.get(base.hash) : undefined
    const isDeep = before === undefined || before >= mostDeltas
    const delta = base === null || isDeep ? null : smallDelta(tree, base.sizeBytes)
    depths.set(hash, delta === null || isDeep ? 0 : before + 1)
    if (base !== null && delta !== null)
      return deltaEntry(base.hash, { content: delta, deflated: deflated(delta, 1) })
    // Half of a tree are hashes, which take long and do not shrink. Of one that changed a push makes a delta.
    return packEntry('tree', { content, deflated: deflated(content, base === null ? 1 : 0) })
  }
  return async (trees) => {
    for (const tree of trees) await objects.add({ hash: tree.hash, entry: entryOf(tree) })
  }
}

/** Null where the whole takes hardly more. */
function smallDelta({ content, parts }: NewTree, baseBytes: number): Buffer | null {
  const delta = deltaOf(baseBytes, content.length, parts)
  return delta.length < content.length / 2 ? delta : null
}

function deflated(content: Uint8Array, level: 0 | 1): Buffer {
  return deflateRawSync(content, { level, chunkSize: 1024 + content.length })
}
