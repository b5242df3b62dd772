/** Gathers many small pieces into few writes: each one that reaches a disk costs more than making the piece. */
export class Blocks {
  readonly #sink: (block: Uint8Array) => void | Promise<void>
  readonly #block: Uint8Array
  #filled = 0
  /** Bytes taken so far. */
  sizeBytes = 0

  constructor(sink: (block: Uint8Array) => void | Promise<void>, blockBytes: number) {
    this.#sink = sink
    this.#block = new Uint8Array(blockBytes)
  }

  /** Takes a piece; the sink is awaited when a block is full. */
  async add(piece: Uint8Array): Promise<void> {
    this.sizeBytes += piece.length
    if (this.#filled + piece.length > this.#block.length) await this.flush()
    if (piece.length >= this.#block.length) {
      await this.#sink(piece)
      return
    }
    this.#block.set(piece, this.#filled)
    this.#filled += piece.length
  }

  /** Hands on what has been gathered, as a copy that the sink may keep. */
  async flush(): Promise<void> {
    if (this.#filled === 0) return
    const block = this.#block.slice(0, this.#filled)
    this.#filled = 0
    await this.#sink(block)
  }
}
