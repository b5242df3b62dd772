import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { encodeUtf8, sameBytes } from '../src/bytes.ts'
import { canonicalText } from '../src/xml/canonical.ts'
import { XmlError } from '../src/xml/errors.ts'
import { readXml } from '../src/xml/reader.ts'
import { filesBelow, hasRealData, noRealData, realData } from './testing/real-data.ts'

/** Versions with conflict markers left in, torn tags or a raw ampersand. */
const notXml = 27

describe.skipIf(!hasRealData)(`every version of every real merge (skipped: ${noRealData})`, () => {
  test('is read and written as the same bytes, and normalised once and for all', () => {
    const blobs = join(realData('merges'), 'blobs')
    const refused = filesBelow(blobs).filter((name) => {
      const content = new Uint8Array(readFileSync(join(blobs, name)))
      try {
        const document = readXml(content)
        expect(sameBytes(encodeUtf8(document.text), content), name).toBe(true)
        const once = encodeUtf8(canonicalText(document))
        expect(sameBytes(encodeUtf8(canonicalText(readXml(once))), once), name).toBe(true)
        return false
      } catch (error) {
        if (error instanceof XmlError) return true
        throw error
      }
    })
    expect(refused).toHaveLength(notXml)
  })
})
