import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { decodeUtf8, encodeUtf8, sameBytes } from '../src/bytes.ts'
import { normaliseFile } from '../src/normalise.ts'
import { componentOfPath } from '../src/paths.ts'
import { typesOfFolder } from '../src/registry.ts'
import { canonicalText } from '../src/xml/canonical.ts'
import { XmlError } from '../src/xml/errors.ts'
import { readXml } from '../src/xml/reader.ts'
import { belowPackage, corpusPaths, hasRealData, noRealData, realData } from './testing/real-data.ts'

/** Files whose end says metadata but that are no XML: bodies of mails, committed conflict markers, fragments with several roots. */
const notXml = 151

/** Flows that lie in a folder of custom metadata: the service would not take them from there either. */
const misplaced = ['MockLogBatchPurgerPlugin', 'MockLoggerSObjectHandlerPlugin'].map(
  (name) => `jongpie+NebulaLogger/nebula-logger/extra-tests/plugins/customMetadata/${name}.flow-meta.xml`,
)

describe.skipIf(!hasRealData)(
  `every file of the real sets (skipped: ${noRealData})`,
  { timeout: 600_000 },
  () => {
    const folder = hasRealData ? realData('seeds') : ''
    const paths = hasRealData ? corpusPaths() : []
    const contents = paths.map((path) => ({
      path,
      content: new Uint8Array(readFileSync(join(folder, path))),
    }))

    test('is read and written as the same bytes, or refused with its place', () => {
      const places: number[] = []
      for (const { path, content } of contents) {
        try {
          const document = readXml(content)
          expect(sameBytes(encodeUtf8(document.text), content), path).toBe(true)
          expect(document.size, path).toBeGreaterThan(0)
        } catch (error) {
          if (!(error instanceof XmlError)) throw error
          places.push(error.line)
        }
      }
      expect(paths.length).toBeGreaterThan(15_000)
      expect(places).toHaveLength(notXml)
      expect(Math.min(...places)).toBeGreaterThan(0)
    })

    test('is normalised once and for all, with the same elements and values', () => {
      for (const { path, content } of contents) {
        const below = belowPackage(path).find((candidate) => componentOfPath(candidate)?.isXml === true)
        if (below === undefined) continue
        const once = normaliseFile({ path: below, content })
        expect(sameBytes(normaliseFile({ path: below, content: once }), once), path).toBe(true)
        expect(canonicalOf(once), path).toBe(canonicalOf(content))
      }
    })

    test('maps to a component, but for manifests, patches and misplaced files', () => {
      const strays = paths.filter((path) => {
        const isInKnownFolder = path.split('/').some((name) => typesOfFolder(name).length > 0)
        return isInKnownFolder && !belowPackage(path).some((candidate) => componentOfPath(candidate) !== null)
      })
      expect(strays.filter((path) => !/(?:^|[/])(?:package|[^/]+[.]patch)[.]xml$/u.test(path))).toEqual(
        misplaced,
      )
    })
  },
)

function canonicalOf(content: Uint8Array): string | null {
  try {
    return canonicalText(readXml(content))
  } catch {
    return decodeUtf8(content)
  }
}
