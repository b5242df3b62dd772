import type { XmlTape } from './xml/tape.ts'

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

/** A normalised file, and what was read of it before; null for a file that is no readable metadata XML. */
interface NormalisedFile {
  readonly content: Uint8Array
  readonly tape: XmlTape | null
}

/**
 * A file as the service would return it (see `canonicalBytes`); an untouched retrieve comes back as the same bytes.
 * Doing it twice changes nothing. Code, markup, binary files and files that are not well-formed XML come back as they are.
 */
export function normaliseFile(input: NormaliseInput): Uint8Array {
  return readNormalised(input).content
}

/** The same for callers that look into the file as well: reading it is most of the work. */
export function readNormalised({ path, content, apiVersion }: NormaliseInput): NormalisedFile {
  if (componentOfPath(path)?.isXml !== true) return { content, tape: null }
  try {
    const tape = readTape(content)
    return { content: rulesFor(apiVersion).write(tape), tape }
  } catch (error) {
    if (error instanceof XmlError) return { content, tape: null }
    throw error
  }
}
