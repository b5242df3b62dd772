import { startsWithAscii } from './characters.ts'

/** How a CDATA section begins; it ends with three more bytes. */
export const cdata = '<![CDATA['

const question = 63

/** Whether a CDATA section begins at an offset. */
export function isCdata(bytes: Uint8Array, start: number): boolean {
  return startsWithAscii(bytes, start, cdata)
}

/** Offset behind the comment, instruction or CDATA section at `start` of a document that was read. */
export function markupEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start + 1] === question) return offsetBehind(bytes, '?>', start + 2)
  if (isCdata(bytes, start)) return offsetBehind(bytes, ']]>', start + cdata.length)
  // `<!-->` does not end there.
  return offsetBehind(bytes, '-->', start + 4)
}

function offsetBehind(bytes: Uint8Array, terminator: string, from: number): number {
  const first = terminator.charCodeAt(0)
  let at = bytes.indexOf(first, from)
  while (at >= 0 && !startsWithAscii(bytes, at, terminator)) at = bytes.indexOf(first, at + 1)
  return at < 0 ? bytes.length : at + terminator.length
}
