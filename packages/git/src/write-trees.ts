import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync } from 'node:zlib'
import type { NewTree } from './edit-tree.ts'
import { deltaEntry, packEntry } from './pack-entry.ts'
import { deltaOf } from './tree-delta.ts'
import type { ObjectWriter } from './write-objects.ts'

/** As deep as Git lets deltas of deltas become. */
const mostDeltas = 50
/** Larger trees are deflated beside each other; for a smaller one handing it over costs more. */
const largeBytes = 64 * 1024

const deflateBeside = promisify<Uint8Array, { level: number; chunkSize: number }, Buffer>(deflateRaw)

/**
 * Commits that follow each other change little of a large folder: what makes it of the one before is written instead of
 * the whole, where that stands in the same pack.
 */
export function openTreeWriter(objects: ObjectWriter): (trees: readonly NewTree[]) => Promise<void> {
  /** Deltas that have to be put together for a tree. */
  const depths = new Map<string, number>()
  const depthOf = ({ base }: NewTree): number => {
    const before = base !== null && objects.holds(base.hash) ? depths.get(base.hash) : undefined
    return before === undefined || before >= mostDeltas ? 0 : before + 1
  }
  return async (trees) => {
    const wholes = await Promise.all(
      trees.map(async (tree) => (depthOf(tree) === 0 ? await largeDeflated(tree) : null)),
    )
    for (const [place, tree] of trees.entries()) {
      const { hash, content, base } = tree
      const depth = depthOf(tree)
      const delta = base === null || depth === 0 ? null : smallDelta(tree, base.sizeBytes)
      depths.set(hash, delta === null ? 0 : depth)
      const entry =
        base === null || delta === null
          ? packEntry('tree', { content, deflated: wholes[place] ?? deflated(content) })
          : deltaEntry(base.hash, { content: delta, deflated: deflated(delta) })
      await objects.add({ hash, entry })
    }
  }
}

/** Null where the whole takes hardly more. */
function smallDelta({ content, parts }: NewTree, baseBytes: number): Buffer | null {
  const delta = deltaOf(baseBytes, content.length, parts)
  return delta.length < content.length / 2 ? delta : null
}

/** Names shrink at any level and hashes at none: the fastest one will do. */
const level = 1
const roomFor = (content: Uint8Array) => ({ level, chunkSize: 1024 + content.length })

async function largeDeflated({ content }: NewTree): Promise<Buffer | null> {
  return content.length < largeBytes ? null : await deflateBeside(content, roomFor(content))
}

function deflated(content: Uint8Array): Buffer {
  return deflateRawSync(content, roomFor(content))
}
