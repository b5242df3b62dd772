import { sameBytes } from '../bytes.ts'
import { canonicalText } from '../xml/canonical.ts'
import { withOneEmptyForm } from '../xml/one-empty-form.ts'
import { readWellFormed } from '../xml/read-well-formed.ts'

/** Whether two contents mean the same: equal bytes, or for metadata XML the same elements in another spelling. */
export function sameContent(a: Uint8Array, b: Uint8Array, isXml: boolean): boolean {
  if (sameBytes(a, b)) return true
  if (!isXml) return false
  const left = comparable(a)
  return left !== null && left === comparable(b)
}

/** The document with empty elements in one form; null when it cannot be read. */
function comparable(bytes: Uint8Array): string | null {
  const document = readWellFormed(bytes)
  return document && withOneEmptyForm(canonicalText(document)).trimEnd()
}
