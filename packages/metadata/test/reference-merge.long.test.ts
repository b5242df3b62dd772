import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { agreementOn } from './laws/against-reference.ts'
import { hasRealData, noRealData, realData } from './testing/real-data.ts'

interface RealMerge {
  readonly path: string
  readonly base: string | null
  readonly ours: string
  readonly theirs: string
}

describe.skipIf(!hasRealData)(`every real merge (skipped: ${noRealData})`, { timeout: 600_000 }, () => {
  test('engine and reference give the same conflicts and the same content, where the reference says anything', () => {
    const folder = realData('merges')
    const textOf = (name: string): string => readFileSync(join(folder, 'blobs', name), 'utf8')
    const counts: Record<string, number> = {}
    for (const line of readFileSync(join(folder, 'cases.jsonl'), 'utf8').split('\n').filter(Boolean)) {
      const { path, base, ours, theirs }: RealMerge = JSON.parse(line)
      const versions = {
        base: base === null ? null : textOf(base),
        ours: textOf(ours),
        theirs: textOf(theirs),
      }
      const agreement = agreementOn({ path, ...versions })
      counts[agreement] = (counts[agreement] ?? 0) + 1
    }
    expect(counts).toEqual({
      'the same bytes': 892,
      'the same conflicts and bytes': 45,
      'the same elements': 12,
      'a key stands twice or is missing': 42,
      'entries say themselves where they stand': 5,
      'both sides changed one part of a row of entries without keys': 4,
      'both sides brought an entry whose key may not suffice': 2,
      'an entry may have got another key': 1,
      'a version is not well-formed': 11,
    })
  })
})
