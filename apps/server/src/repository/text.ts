const probeBytes = 8_000
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const windows1252 = new TextDecoder('windows-1252')

/** Whether the content is binary by Git's rule: it has a NUL byte near the beginning. */
export const isBinary = (content: Uint8Array): boolean => content.subarray(0, probeBytes).includes(0)

/** Decodes the content as UTF-8 or, where it is not valid UTF-8, as Windows-1252, which decodes any bytes. */
export function textOf(content: Uint8Array): { text: string; isUtf8: boolean } {
  try {
    return { text: strictUtf8.decode(content), isUtf8: true }
  } catch {
    return { text: windows1252.decode(content), isUtf8: false }
  }
}
