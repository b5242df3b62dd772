const probeBytes = 8_000
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const windows1252 = new TextDecoder('windows-1252')

/** Whether Git takes the content for binary: it does at a NUL near the beginning. */
export const isBinary = (content: Uint8Array): boolean => content.subarray(0, probeBytes).includes(0)

/** The content as text: UTF-8, or Windows-1252, in which every byte is a character. */
export function textOf(content: Uint8Array): { text: string; isUtf8: boolean } {
  try {
    return { text: strictUtf8.decode(content), isUtf8: true }
  } catch {
    return { text: windows1252.decode(content), isUtf8: false }
  }
}
