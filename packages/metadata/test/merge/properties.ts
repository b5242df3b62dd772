import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Entry } from './generated.ts'

import { mergeFiles } from '../../src/merge/merge-files.ts'
import { readXml } from '../../src/xml/reader.ts'
import { bytes } from '../../src/testing/text.ts'
import { documents, entries, profile } from './generated.ts'

const path = 'unpackaged/profiles/Admin.profile'

function merged(
  base: string | null,
  ours: string,
  theirs: string,
): { readonly text: string; readonly isClean: boolean } {
  const result = mergeFiles({
    path,
    base: base === null ? null : bytes(base),
    ours: bytes(ours),
    theirs: bytes(theirs),
  })
  return { text: new TextDecoder().decode(result.content), isClean: result.status === 'clean' }
}

const valuesOf = (list: readonly Entry[]): Map<string, string> =>
  new Map(list.map(({ field, editable, readable }) => [field, `${editable} ${readable}`]))

/** What an entry must be after the merge by the rule that needs no person; null = gone, undefined = a person decides. */
function expected(
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): string | null | undefined {
  if (ours === theirs || base === theirs) return ours ?? null
  if (base === ours) return theirs ?? null
  if (ours === undefined || theirs === undefined) return undefined
  const leaves = [0, 1].map((index) => {
    const [b, o, t] = [base, ours, theirs].map((value) => value?.split(' ')[index])
    return o === t || b === t ? o : b === o ? t : undefined
  })
  return leaves.includes(undefined) ? undefined : leaves.join(' ')
}

function entriesOf(text: string): Map<string, string> {
  const found = text.matchAll(
    /<editable>(.*?)<\/editable>\s*<field>(.*?)<\/field>\s*<readable>(.*?)<\/readable>/gu,
  )
  return new Map([...found].map(([, editable, field, readable]) => [field ?? '', `${editable} ${readable}`]))
}

/** The laws of the merge, each on `numRuns` generated cases. */
export function mergeLaws(numRuns: number): void {
  test('merge(b, x, b) = x and merge(b, b, x) = x', () => {
    fc.assert(
      fc.property(documents, documents, (base, changed) => {
        expect(merged(base, changed, base)).toEqual({ text: changed, isClean: true })
        expect(merged(base, base, changed)).toEqual({ text: changed, isClean: true })
      }),
      { numRuns },
    )
  })

  test('merge(b, x, x) = x', () => {
    fc.assert(
      fc.property(documents, documents, (base, changed) => {
        expect(merged(base, changed, changed)).toEqual({ text: changed, isClean: true })
      }),
      { numRuns },
    )
  })

  test('nothing is invented and nothing is lost: every entry is what the sides made of it, or a conflict', () => {
    fc.assert(
      fc.property(entries, entries, entries, (base, ours, theirs) => {
        const [b, o, t] = [base, ours, theirs].map(valuesOf)
        const keys = new Set([base, ours, theirs].flat().map(({ field }) => field))
        const wanted = new Map([...keys].map((key) => [key, expected(b?.get(key), o?.get(key), t?.get(key))]))
        const result = merged(profile(base), profile(ours), profile(theirs))
        expect(result.isClean).toBe(![...wanted.values()].includes(undefined))
        if (!result.isClean) return
        const held = new Map([...wanted].filter(([, value]) => value !== null))
        expect(entriesOf(result.text)).toEqual(held)
      }),
      { numRuns },
    )
  })

  test('swapping the sides changes labels and ties only', () => {
    fc.assert(
      fc.property(entries, entries, entries, (base, ours, theirs) => {
        const one = merged(profile(base), profile(ours), profile(theirs))
        const other = merged(profile(base), profile(theirs), profile(ours))
        const held = ({ isClean, text }: typeof one): Map<string, string> | null =>
          isClean ? entriesOf(text) : null
        expect(held(one)).toEqual(held(other))
      }),
      { numRuns },
    )
  })

  test('a clean result of any documents is well-formed, swapping does not change whether it is clean', () => {
    fc.assert(
      fc.property(documents, documents, documents, (base, ours, theirs) => {
        const one = merged(base, ours, theirs)
        expect(one.isClean ? readXml(one.text).size : 1).toBeGreaterThan(0)
        expect(merged(base, theirs, ours).isClean).toBe(one.isClean)
      }),
      { numRuns },
    )
  })
}
