import type { XmlDocument } from './document.ts'

import { XmlError } from './errors.ts'
import { readXml } from './reader.ts'

/** The document; null for content that is not well-formed, where that is an answer and not an error. */
export function readWellFormed(content: Uint8Array): XmlDocument | null {
  try {
    return readXml(content)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}
