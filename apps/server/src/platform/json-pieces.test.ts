import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonLines, jsonPieces } from './json-pieces.ts'

const textOf = (value: unknown, indent: number) => [...jsonPieces(value, indent)].join('')

test.each([0, 2])('the pieces are what JSON.stringify gives, indented by %s', (indent) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(350), (value, length) => {
      const all = { value, date: new Date(0), none: undefined, list: Array.from({ length }, () => value) }
      expect(textOf(all, indent)).toBe(JSON.stringify(all, null, indent))
    }),
  )
})

test.each([0, 2])('a list that is serialized already means the same, indented by %s', (indent) => {
  const piece = fc.array(fc.jsonValue(), { minLength: 1 })
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const lines = pieces.map((list) => Buffer.from(list.map((one) => `${JSON.stringify(one)}\n`).join('')))
      const all = pieces.flat()
      const text = textOf({ list: new JsonLines(lines, all.length), after: 1 }, indent)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ list: all, after: 1 })))
    }),
  )
})

test('a long list is in many pieces, also as a part of something else', () => {
  const long = Array.from({ length: 10_000 }, (_, at) => ({ at, text: 'a\nb' }))
  const pieces = [...jsonPieces({ lists: [long, long] }, 2)]
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(10_000)
})
