/** The growing rows that a file is read with. Allocating them takes longer than reading a small file. */
export interface ReadingBuffers {
  /** Where the elements of the file lie. */
  places: Int32Array
  /** Places of the open elements. */
  readonly open: number[]
}

let idle: ReadingBuffers | null = null

/** Buffers that nobody else has until they are given back: a reader that begins meanwhile gets its own. */
export function takeBuffers(): ReadingBuffers {
  const taken = idle ?? { places: new Int32Array(0), open: [] }
  idle = null
  return taken
}

/** For the next reader. The caller must not use them any more. */
export function giveBackBuffers(buffers: ReadingBuffers): void {
  idle = buffers
}
