import type { ArchiveSource } from './directory.ts'

/**
 * The same bytes, read ahead in windows: the files of an archive are small and stand one behind the other, and a read
 * of the disk for each costs more than inflating it. What it gives are views into a window: keep copies, not views.
 */
export function bufferedSource(source: ArchiveSource, windowBytes: number): ArchiveSource {
  let start = 0
  let window: Uint8Array = new Uint8Array(0)
  return {
    sizeBytes: source.sizeBytes,
    read: async (offset, length) => {
      if (offset >= start && offset + length <= start + window.length)
        return window.subarray(offset - start, offset - start + length)
      if (length >= windowBytes) return await source.read(offset, length)
      const bytes = await source.read(offset, Math.min(windowBytes, source.sizeBytes - offset))
      window = bytes
      start = offset
      return bytes.subarray(0, length)
    },
  }
}
