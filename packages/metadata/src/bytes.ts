import type { TwoRanges } from './words.ts'

import { Words } from './words.ts'

interface Decoder {
  decode(bytes: Uint8Array): string
}
interface Encoder {
  encode(text: string): Uint8Array
}
// Every JavaScript host has these two; the language library that this package is compiled against does not name them.
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => Decoder
declare const TextEncoder: new () => Encoder

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** The text of UTF-8 bytes, byte order mark kept; null when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** UTF-8 bytes of a text. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Bytes below which a row is compared before it could be looked at as words. */
const shortRow = 200

/** Whether two byte rows are equal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  const range = { from: 0, to: a.length, otherFrom: 0, otherTo: b.length }
  return a.length < shortRow || a.length !== b.length
    ? sameRange(a, b, range)
    : new Words(a).isSame(new Words(b), range)
}

/** Whether two ranges hold the same bytes. */
export function sameRange(
  a: Uint8Array,
  b: Uint8Array,
  { from, to, otherFrom, otherTo }: TwoRanges,
): boolean {
  const length = to - from
  if (length !== otherTo - otherFrom) return false
  for (let index = 0; index < length; index += 1) if (a[from + index] !== b[otherFrom + index]) return false
  return true
}

/** One row of bytes out of many. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
