import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Repository } from './git.ts'
import { fullHash } from './object-names.ts'
import { maxPackBytes, packIndex } from './pack-index.ts'
import type { PackedObject } from './pack-index.ts'

/** An object by its name (`objectHash`), and as a pack holds it (`packEntry`). */
export interface NewObject {
  readonly hash: string
  readonly entry: Uint8Array
}

/** Puts objects into a repository. Nothing can be read before `close`. */
export interface ObjectWriter {
  /** Takes an object, one at a time; its entry must not change any more. */
  add(object: NewObject): Promise<void>
  /** Whether the pack that the next object goes into has this one: only then may it be the base of a delta. */
  holds(hash: string): boolean
  /** Makes everything readable; afterwards the writer is used up. */
  close(): Promise<void>
  /** Leaves nothing behind; for an `add` that failed or work that is given up. */
  discard(): Promise<void>
}

const headerBytes = 12
const checksumBytes = 20
const blockBytes = 256 * 1024

/**
 * Writes objects into packs without a Git process: whoever deflated them has done the work, where Git would deflate
 * again. `maxBytes` is the size at which another pack begins. A pack appears whole or not at all. Raises what
 * the disk raises.
 */
export function openObjectWriter(
  repository: Repository,
  { maxBytes = maxPackBytes / 2 }: { maxBytes?: number } = {},
): ObjectWriter {
  const folder = join(repository.gitDir, 'objects/pack')
  /** Every object, and which of the packs has it. */
  const seen = new Map<string, number>()
  let packs = 0
  let pack: OpenPack | null = null
  return {
    add: async ({ hash, entry }) => {
      if (seen.has(hash)) return
      seen.set(fullHash(hash), packs)
      pack ??= await OpenPack.begin(folder)
      await pack.add(hash, entry)
      if (pack.sizeBytes < maxBytes) return
      await pack.finish()
      pack = null
      packs += 1
    },
    holds: (hash) => seen.get(hash) === packs,
    close: async () => await pack?.finish(),
    discard: async () => await pack?.discard(),
  }
}

/** A pack that is being written, under a name that Git takes for a temporary file. */
class OpenPack {
  readonly #folder: string
  readonly #path: string
  readonly #file: FileHandle
  readonly #objects: PackedObject[] = []
  #waiting: Uint8Array[] = [Buffer.alloc(headerBytes)]
  #waitingBytes = headerBytes
  sizeBytes = headerBytes

  constructor(folder: string, path: string, file: FileHandle) {
    this.#folder = folder
    this.#path = path
    this.#file = file
  }

  static async begin(folder: string): Promise<OpenPack> {
    const path = join(folder, `tmp_pack_${randomUUID()}`)
    return new OpenPack(folder, path, await open(path, 'wx+', 0o444))
  }

  async add(hash: string, entry: Uint8Array): Promise<void> {
    this.#objects.push({ hash, offset: this.sizeBytes, crc: crc32(entry) })
    this.#waiting.push(entry)
    this.sizeBytes += entry.length
    this.#waitingBytes += entry.length
    if (this.#waitingBytes >= blockBytes) await this.#flush()
  }

  /** The index comes last, because Git sees a pack by its index. */
  async finish(): Promise<void> {
    await this.#flush()
    await this.#file.write(this.#header(), 0, headerBytes, 0)
    const checksum = await this.#checksum()
    await this.#file.write(checksum, 0, checksumBytes, this.sizeBytes)
    await this.#file.sync()
    await this.#file.close()
    const name = join(this.#folder, `pack-${checksum.toString('hex')}`)
    const index = `${this.#path}_index`
    await writeFile(index, packIndex(this.#objects, checksum), { mode: 0o444, flush: true })
    await rename(this.#path, `${name}.pack`)
    await rename(index, `${name}.idx`)
    await syncFolder(this.#folder)
  }

  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined)
    await rm(this.#path, { force: true })
  }

  async #flush(): Promise<void> {
    const block = Buffer.concat(this.#waiting, this.#waitingBytes)
    const { length } = block
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#file.write(block, 0, length, this.sizeBytes - length)
  }

  #header(): Buffer {
    const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1')
    header.writeUInt32BE(this.#objects.length, 8)
    return header
  }

  /** Over everything, the number of objects included: known only at the end, so the file is read once more. */
  async #checksum(): Promise<Buffer> {
    const sha1 = createHash('sha1')
    const block = Buffer.allocUnsafe(blockBytes)
    for (let at = 0; at < this.sizeBytes;) {
      const length = Math.min(blockBytes, this.sizeBytes - at)
      const { bytesRead } = await this.#file.read(block, 0, length, at)
      if (bytesRead === 0) throw new Error('A pack is shorter than what was written to it.')
      sha1.update(block.subarray(0, bytesRead))
      at += bytesRead
    }
    return sha1.digest()
  }
}

/** After a power cut a pack must not be there without those that were finished before it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
