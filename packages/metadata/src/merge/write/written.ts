import type { ByteRange, Written } from './pieces.ts'
import type { Node } from '../read/node.ts'

import { encodeUtf8, joinBytes } from '../../bytes.ts'
import { Slice } from '../read/node.ts'

/** Elements as they are written: one, or those up to `last` behind it in its version. */
export function elementOf({ document, element }: Node, last = element): ByteRange {
  return { document, from: document.source.startOf(element), to: document.source.endOf(last) }
}

/** What stands before an element. */
export function gapOf(node: Node): Written {
  if (!(node instanceof Slice)) return node.gap
  const { document } = node
  return { document, from: node.from, to: document.source.startOf(node.element) }
}

/** Parts as one text; a single one is not copied. */
export function textOfWritten(parts: readonly Written[]): string {
  let text = ''
  for (const part of parts)
    text += typeof part === 'string' ? part : part.document.between(part.from, part.to)
  return text
}

/** Parts as one row of bytes. */
export function bytesOfWritten(parts: readonly Written[]): Uint8Array {
  const out: Uint8Array[] = []
  for (let index = 0; index < parts.length;) {
    const part = parts[index]
    if (part === undefined) break
    const next = typeof part === 'string' ? textFrom(parts, index) : rangeFrom(parts, index, part)
    out.push(next.bytes)
    index = next.end
  }
  return joinBytes(out)
}

/** A text of so many code units is not put together with others first. */
const longText = 1 << 16

/** Parts that are written at once, and the number of the part behind them. */
interface Chunk {
  readonly bytes: Uint8Array
  readonly end: number
}

function textFrom(parts: readonly Written[], start: number): Chunk {
  let text = ''
  let end = start
  for (let part = parts[end]; typeof part === 'string' && text.length < longText; part = parts[end]) {
    text += part
    end += 1
  }
  return { bytes: encodeUtf8(text), end }
}

function rangeFrom(parts: readonly Written[], start: number, { document, from, to }: ByteRange): Chunk {
  let [last, end] = [to, start + 1]
  for (let part = parts[end]; typeof part === 'object'; part = parts[end]) {
    if (part.document !== document || part.from !== last) break
    last = part.to
    end += 1
  }
  return { bytes: document.source.bytes.subarray(from, last), end }
}
