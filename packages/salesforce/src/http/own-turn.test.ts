import { expect, test } from 'vitest'
import { ownTurn } from './own-turn.ts'

test('each who asks gets another turn of the event loop, in the order of asking', async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const turns = await Promise.all([1, 2, 3].map(() => ownTurn().then(() => turn)))
  isOver = true
  expect(new Set(turns).size).toBe(3)
  expect(turns).toEqual(turns.toSorted((a, b) => a - b))
})
