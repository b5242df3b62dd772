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

/** Whether two byte rows are equal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}
