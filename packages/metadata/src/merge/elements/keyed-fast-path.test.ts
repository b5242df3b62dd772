import type { MergeResult } from '../write/merge-result.ts'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { bytes, metadataXml, text } from '../../testing/text.ts'
import { mergeFiles } from '../merge-files.ts'
import { mergeLinesCleanly } from '../lines/lines.ts'
import { isSameMeaning } from '../lines/same-meaning.ts'
import { rootOf } from '../read/node.ts'
import { readXml } from '../../xml/reader.ts'

type Flags = readonly [editable: boolean, readable: boolean]
const flags = fc.tuple(fc.boolean(), fc.boolean())
const keys = Array.from({ length: 14 }, (_, index) => `A.F${String(index).padStart(2, '0')}`)

const entry = (key: string, [editable, readable]: Flags): string =>
  ['<fieldPermissions>', `    <editable>${editable}</editable>`, `    <field>${key}</field>`, `    <readable>${readable}</readable>`, '</fieldPermissions>'].join('\n    ') // prettier-ignore
const profile = (entries: readonly string[]): Uint8Array => bytes(metadataXml('Profile', ...entries))

/** By key what a side does: nothing mostly; it may leave the entry out, or give it other flags. */
const edits = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant('kept' as const) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: flags },
  ),
  { minLength: keys.length, maxLength: keys.length },
)
/** What a side adds behind some entries. */
const added = fc.array(fc.nat(keys.length - 1), { maxLength: 2 })

const versions = fc.record({
  base: fc.array(flags, { minLength: keys.length, maxLength: keys.length }),
  sides: fc.tuple(fc.tuple(edits, added), fc.tuple(edits, added)),
})

function entriesOf({ base, sides }: typeof versions extends fc.Arbitrary<infer V> ? V : never): string[][] {
  const start = keys.map((key, index) => entry(key, base[index] ?? [true, true]))
  const edited = sides.map(([changes, places], side) =>
    keys.flatMap((key, index) => {
      const change = changes[index]
      const kept = change === 'kept' ? [start[index] ?? ''] : change ? [entry(key, change)] : []
      return places.includes(index) ? [...kept, entry(`${key}.${side}`, [true, true])] : kept
    }),
  )
  return [start, ...edited]
}

const mergeOf = (files: readonly (readonly string[])[]): MergeResult => {
  const [base = [], ours = [], theirs = []] = files
  return mergeFiles({ path: 'a.profile', base: profile(base), ours: profile(ours), theirs: profile(theirs) })
}
const linesOf = (files: readonly (readonly string[])[]): Uint8Array | null => {
  const [base = [], ours = [], theirs = []] = files
  return mergeLinesCleanly({ base: profile(base), ours: profile(ours), theirs: profile(theirs) })
}

test('a key that has to be decoded makes the way longer, not the result another one', () => {
  const odd = entry('A&amp;B', [true, true])
  fc.assert(
    fc.property(versions, (drawn) => {
      const files = entriesOf(drawn)
      const usual = mergeOf(files)
      const longer = mergeOf(files.map((entries) => [odd, ...entries]))
      expect(text(longer.content)?.replace(`    ${odd}\n`, '')).toBe(text(usual.content))
      expect(longer.conflicts).toEqual(usual.conflicts)
    }),
    { numRuns: 200 },
  )
})

test('where a merge of all lines is clean and means the same, it is the result', () => {
  fc.assert(
    fc.property(versions, ({ base: flagsOfBase, sides: [[ours], [theirs]] }) => {
      // Where both sides add, lines may be paired so that a new entry stands before its neighbour: that is no model.
      const files = entriesOf({
        base: flagsOfBase,
        sides: [
          [ours, []],
          [theirs, []],
        ],
      })
      const { status, content } = mergeOf(files)
      const lines = linesOf(files)
      fc.pre(status === 'clean' && lines !== null)
      const [whole, merged] = [readXml(lines ?? content), readXml(content)]
      fc.pre(whole.size <= merged.size && isSameMeaning(rootOf(whole), rootOf(merged)))
      expect(text(content)).toBe(text(lines))
    }),
    { numRuns: 200 },
  )
})
