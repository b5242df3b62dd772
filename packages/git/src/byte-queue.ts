/** Reads lines and blocks of known length from a byte stream, copying each byte at most once. */
export class ByteQueue {
  readonly #source: AsyncIterator<Uint8Array>
  #chunks: Buffer[] = []
  #size = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next `length` bytes, or null when the stream ends before them. */
  async take(length: number): Promise<Buffer | null> {
    while (this.#size < length) {
      if (!(await this.#more())) return null
    }
    return this.#cut(length)
  }

  /** The next line without its line feed, or null when the stream ends before one or it is longer than `max`. */
  async line(max: number): Promise<string | null> {
    for (let searched = 0; searched <= max;) {
      const all = this.#flat()
      const end = all.indexOf(10, searched)
      if (end >= 0) return this.#cut(end + 1).toString('utf8', 0, end)
      searched = all.length
      if (!(await this.#more())) return null
    }
    return null
  }

  /** Everything that has not been taken, as it arrives. Take nothing afterwards. */
  async *rest(): AsyncGenerator<Uint8Array> {
    if (this.#size > 0) yield this.#cut(this.#size)
    for (let next = await this.#source.next(); next.done !== true; next = await this.#source.next())
      yield next.value
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done === true) return false
    const { buffer, byteOffset, byteLength } = next.value
    this.#chunks.push(Buffer.from(buffer, byteOffset, byteLength))
    this.#size += byteLength
    return true
  }

  #flat(): Buffer {
    const [first] = this.#chunks
    if (this.#chunks.length === 1 && first !== undefined) return first
    const all = Buffer.concat(this.#chunks, this.#size)
    this.#chunks = [all]
    return all
  }

  #cut(length: number): Buffer {
    const all = this.#flat()
    this.#chunks = [all.subarray(length)]
    this.#size -= length
    return all.subarray(0, length)
  }
}
