import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('ids are UUIDs of version 7 that sort in the order of their making', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(ids.every((id) => isId(id) && id[14] === '7' && /[89ab]/.test(id[19] ?? ''))).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
