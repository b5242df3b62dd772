import { expect } from 'vitest'

import type { ReferenceResult, Versions } from '../reference-merge/reference-merge.ts'

import { decodeUtf8, encodeUtf8 } from '../../src/bytes.ts'
import { isDisplayOrder } from '../../src/merge/identify/display-order.ts'
import { mergeFiles } from '../../src/merge/merge-files.ts'
import { rulesOfRoot } from '../../src/type-rules.ts'
import { XmlError } from '../../src/xml/errors.ts'
import { readXml } from '../../src/xml/reader.ts'
import { meaningOf } from '../reference-merge/identify.ts'
import { Unspecified, readElement } from '../reference-merge/read.ts'
import { referenceMerge } from '../reference-merge/reference-merge.ts'

/** How engine and reference can agree. */
export const agreements: ReadonlySet<string> = new Set([
  'the same bytes',
  'the same conflicts and bytes',
  'the same elements',
])

/**
 * Says how engine and reference agree on a case, or why the reference says nothing about it. Fails where the engine gives
 * other conflicts or another content. Line ends are no part of it.
 */
export function agreementOn(versions: Versions): string {
  const [ours, theirs] = [oneLineEnd(versions.ours), oneLineEnd(versions.theirs)]
  const base = versions.base === null ? null : oneLineEnd(versions.base)
  const expected = expectedOf({ path: versions.path, base, ours, theirs })
  if (typeof expected === 'string') return expected
  const result = mergeFiles({
    path: versions.path,
    base: base === null ? null : encodeUtf8(base),
    ours: encodeUtf8(ours),
    theirs: encodeUtf8(theirs),
  })
  expect(result.conflicts).toEqual(expected.conflicts)
  const content = decodeUtf8(result.content) ?? ''
  if (content === expected.content)
    return expected.conflicts.length > 0 ? 'the same conflicts and bytes' : 'the same bytes'
  if (expected.conflicts.length > 0) expect(content).toBe(expected.content)
  // Where a merge by lines says the same, the engine takes its bytes.
  expect([result.status, meaningOfFile(content)]).toEqual(['clean', meaningOfFile(expected.content)])
  return 'the same elements'
}

const oneLineEnd = (text: string): string => text.replaceAll('\r\n', '\n')

function expectedOf(versions: Versions): ReferenceResult | string {
  try {
    return referenceMerge(versions)
  } catch (error) {
    if (error instanceof XmlError) return 'a version is not well-formed'
    if (error instanceof Unspecified) return error.message
    throw error
  }
}

/** What a file says, apart from an order that only says how things are shown. */
function meaningOfFile(content: string): string {
  const root = readElement(readXml(content), 0, 0)
  return meaningOf(root, rulesOfRoot(root.name), isDisplayOrder(`/${root.name}`))
}
