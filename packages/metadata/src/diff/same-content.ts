import { decodeUtf8, sameBytes } from '../bytes.ts'
import { canonicalText } from '../xml/canonical.ts'
import { XmlError } from '../xml/errors.ts'
import { readXml } from '../xml/reader.ts'

/** Whether two contents mean the same: equal bytes, or for metadata XML the same elements in another spelling. */
export function sameContent(a: Uint8Array, b: Uint8Array, isXml: boolean): boolean {
  if (sameBytes(a, b)) return true
  if (!isXml) return false
  const left = comparable(a)
  return left !== null && left === comparable(b)
}

/** The document with empty elements in one form; null when it cannot be read. */
function comparable(bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes)
  if (text === null) return null
  try {
    return withOneEmptyForm(canonicalText(readXml(text))).trimEnd()
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

/** Canonical XML with `<x></x>` written as `<x/>`, for comparing only. */
export function withOneEmptyForm(canonical: string): string {
  return canonical.replace(/><\/[^>]+>/gu, '/>')
}
