import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { promisify } from 'node:util'

const deflate = promisify(deflateRaw)
/** Below this many bytes a trip to another thread costs more than the work. */
const smallContent = 32 * 1024
const bufferedBytes = 256 * 1024
/** 1 January 1980: the archive of the same components is the same bytes, whenever it is made. */
const dosDate = 0x0021

async function deflated(content: Uint8Array): Promise<Uint8Array> {
  return content.length < smallContent ? deflateRawSync(content) : deflate(content)
}

/**
 * Writes a zip file entry by entry; one content at a time is in memory. Sizes stay below 4 GB
 * by the retrieve limits, so the format needs no 64-bit fields.
 */
export class ZipWriter {
  readonly #stream: ReturnType<typeof createWriteStream>
  readonly #directory: Buffer[] = []
  #pending: Buffer[] = []
  #pendingBytes = 0
  #offset = 0
  #count = 0
  readonly #isStored: boolean

  /** `isStored`: contents are kept as they are, for archives that are read in parts. */
  constructor(file: string, how: { isStored?: boolean } = {}) {
    this.#stream = createWriteStream(file)
    this.#isStored = how.isStored ?? false
  }

  /** Bytes written so far, without the directory. */
  get size(): number {
    return this.#offset
  }

  /**
   * Adds one file. Content that deflate does not shrink is stored as it is. Paths are UTF-8;
   * the writer does not look for doubles.
   */
  async add(path: string, content: Uint8Array): Promise<void> {
    const name = Buffer.from(path)
    const packed = this.#isStored ? content : await deflated(content)
    const stored = packed.length >= content.length
    const data = stored ? content : packed
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(0x0800, 2)
    head.writeUInt16LE(stored ? 0 : 8, 4)
    head.writeUInt16LE(0, 6)
    head.writeUInt16LE(dosDate, 8)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(data.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(this.#offset, 10)
    this.#directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), head, tail, name]))
    this.#count++
    await this.#write(Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), head, name, data]))
  }

  /** Writes the directory and closes the file. Returns its size in bytes. */
  async finish(): Promise<number> {
    const start = this.#offset
    for (const entry of this.#directory) await this.#write(entry)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#count, 8)
    end.writeUInt16LE(this.#count, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    await this.#write(end)
    await this.#flush()
    this.#stream.end()
    await once(this.#stream, 'close')
    return this.#offset
  }

  /** Small pieces are gathered: ten thousand entries would else mean thirty thousand writes. */
  async #write(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
    if (this.#pendingBytes >= bufferedBytes) await this.#flush()
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending)
    this.#pending = []
    this.#pendingBytes = 0
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain')
  }
}
