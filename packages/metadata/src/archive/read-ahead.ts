import type { ArchiveSource } from './directory.ts'

/**
 * An archive's bytes, read ahead in windows: its files are small and stand one behind the other, and a read of the disk for
 * each costs more than inflating it. What it gives are views into a window: keep copies, not views.
 */
export class ReadAhead {
  readonly #source: ArchiveSource
  readonly #windowBytes: number
  #window: Uint8Array = new Uint8Array(0)
  /** Offset of the window in the archive. */
  #start = 0

  constructor(source: ArchiveSource, windowBytes: number) {
    this.#source = source
    this.#windowBytes = windowBytes
  }

  /** The bytes in memory. */
  get window(): Uint8Array {
    return this.#window
  }

  /** Where in the window so many bytes from an offset of the archive on stand; -1 where they have to be read. */
  placeOf(offset: number, length: number): number {
    const from = offset - this.#start
    return from >= 0 && from + length <= this.#window.length ? from : -1
  }

  /** Bytes that are in memory already, nearly always; null where they have to be read. A promise a file would cost more. */
  held(offset: number, length: number): Uint8Array | null {
    const from = this.placeOf(offset, length)
    return from === -1 ? null : this.#window.subarray(from, from + length)
  }

  /** The same, read where it has to be. Fewer bytes where the archive ends. */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const held = this.held(offset, length)
    if (held !== null) return held
    if (length >= this.#windowBytes) return await this.#source.read(offset, length)
    const ahead = Math.min(this.#windowBytes, this.#source.sizeBytes - offset)
    const window = await this.#source.read(offset, ahead)
    this.#window = window
    this.#start = offset
    return window.subarray(0, length)
  }
}
