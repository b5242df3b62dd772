import { expect, test } from 'vitest'
import { requireUsableBody } from './usable-body.ts'

/** A value that lies in so many objects and arrays, by turns. */
function nested(levels: number): unknown {
  let body: unknown = 'inside'
  for (let level = 0; level < levels; level += 1) body = level % 2 === 0 ? [body] : { inner: body }
  return body
}

test('a body may have 64 levels and no more', () => {
  expect(() => requireUsableBody(nested(64))).not.toThrow()
  expect(() => requireUsableBody(nested(65))).toThrow('The body is nested too deep.')
})

const unusable = [{ name: 'a\0b' }, { 'a\0b': 'name' }, ['a', ['\0']], { name: 'a\ud800' }, ['\udc00b']]
test.each(unusable)('NUL and half of a character are refused: %j', (body) => {
  expect(() => requireUsableBody(body)).toThrow('A text holds a character that is not allowed.')
})
