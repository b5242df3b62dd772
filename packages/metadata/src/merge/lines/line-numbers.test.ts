import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { bytes } from '../../testing/text.ts'
import { numberLines } from './line-numbers.ts'

const line = fc.constantFrom('a\n', 'b\n', '\n', 'a\r\n', 'é\n', 'a longer line\n', 'a')
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''))
const sides = ['base', 'ours', 'theirs'] as const

/** Lines as anybody would split them: each with its line feed. */
const split = (whole: string): string[] => whole.match(/[^\n]*\n|[^\n]+$/gu) ?? []

test('lines of three texts are equal exactly where their numbers are', () => {
  fc.assert(
    fc.property(text, text, text, (base, ours, theirs) => {
      const texts = { base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) }
      const found = numberLines(texts)
      const named = new Map<number, string>()
      for (const side of sides) {
        const { starts, numbers } = found[side]
        const lines = [...numbers].map((_, index) =>
          new TextDecoder().decode(texts[side].subarray(starts[index], starts[index + 1])),
        )
        expect(lines).toEqual(split({ base, ours, theirs }[side]))
        numbers.forEach((number, index) => {
          expect(named.get(number) ?? lines[index]).toBe(lines[index])
          named.set(number, lines[index] ?? '')
        })
      }
      expect(new Set(named.values()).size).toBe(named.size)
    }),
    { numRuns: 2000 },
  )
})

test('two thousand different lines keep two thousand numbers', () => {
  const many = Array.from({ length: 2000 }, (_, index) => `${index}\n`).join('')
  const { base, theirs } = numberLines({ base: bytes(many), ours: bytes(''), theirs: bytes(`x\n${many}`) })
  expect(new Set(base.numbers).size).toBe(2000)
  expect([...theirs.numbers].slice(1)).toEqual([...base.numbers])
})
