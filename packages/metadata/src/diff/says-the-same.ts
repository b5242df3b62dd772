import { sameBytes } from '../bytes.ts'
import { componentOfPath } from '../paths.ts'
import { XmlError } from '../xml/errors.ts'
import { elementChanges } from './element-changes.ts'

/**
 * Whether two contents of one path say the same: equal bytes, or metadata XML without `elementChanges`. Other files and
 * those that are no readable XML say what their bytes are.
 */
export function saysTheSame(path: string, a: Uint8Array, b: Uint8Array): boolean {
  if (sameBytes(a, b)) return true
  if (componentOfPath(path)?.isXml !== true) return false
  try {
    return elementChanges(a, b).length === 0
  } catch (error) {
    if (error instanceof XmlError) return false
    throw error
  }
}
