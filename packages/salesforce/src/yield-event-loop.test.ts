import { expect, test } from 'vitest'
import { yieldEventLoop } from './yield-event-loop.ts'

test('concurrent callers continue in different event loop iterations, in the order of their calls', async () => {
  let iteration = 0
  let isOver = false
  const count = () => {
    iteration += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const iterations = await Promise.all([1, 2, 3].map(() => yieldEventLoop().then(() => iteration)))
  isOver = true
  expect(new Set(iterations).size).toBe(3)
  expect(iterations).toEqual(iterations.toSorted((a, b) => a - b))
})
