import { componentOfPath } from './paths.ts'
import { rulesFor } from './normalise-rules.ts'
import { XmlError } from './xml/errors.ts'
import { readTape } from './xml/reader.ts'

export { normalisationRulesVersion } from './normalise-rules.ts'

/** A file as it was retrieved or written by a person. */
export interface NormaliseInput {
  /** Below the metadata directory: it decides whether the content is metadata XML at all. */
  readonly path: string
  readonly content: Uint8Array
  /** With which it was retrieved: rules may differ by version. */
  readonly apiVersion?: string
}

/**
 * A file as the service would return it (see `canonicalBytes`); an untouched retrieve comes back as the same bytes.
 * Doing it twice changes nothing. Code, markup, binary files and files that are not well-formed XML come back as they are.
 */
export function normaliseFile({ path, content, apiVersion }: NormaliseInput): Uint8Array {
  if (componentOfPath(path)?.isXml !== true) return content
  try {
    return rulesFor(apiVersion).write(readTape(content))
  } catch (error) {
    if (error instanceof XmlError) return content
    throw error
  }
}
