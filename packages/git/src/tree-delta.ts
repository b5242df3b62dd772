import type { TreePart } from './edit-tree.ts'

const mostCopied = 0xffff
const mostInserted = 127

/** What makes a tree of its base: sizes of both, then copies from the base and bytes of its own (gitformat-pack(5)). */
export function deltaOf(baseBytes: number, sizeBytes: number, parts: Iterable<TreePart>): Buffer {
  const pieces: Uint8Array[] = [Buffer.from([...sizeOf(baseBytes), ...sizeOf(sizeBytes)])]
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      for (let at = 0; at < part.length; at += mostInserted) {
        const bytes = part.subarray(at, at + mostInserted)
        pieces.push(Buffer.from([bytes.length]), bytes)
      }
    } else
      for (let at = part.from; at < part.to; at += mostCopied)
        pieces.push(copyOf(at, Math.min(mostCopied, part.to - at)))
  }
  return Buffer.concat(pieces)
}

/** Seven bits a byte, lowest first. */
function sizeOf(size: number): number[] {
  const bytes: number[] = []
  let rest = size
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}

/** Four bytes of offset and two of length, all of them written. */
function copyOf(offset: number, length: number): Buffer {
  const copy = Buffer.alloc(7)
  copy[0] = 0b1011_1111
  copy.writeUInt32LE(offset, 1)
  copy.writeUInt16LE(length, 5)
  return copy
}
