import { expect, test } from 'vitest'
import { turnstile } from './turnstile.ts'

test('so many go through, so many wait in order, the rest is refused', async () => {
  const gate = turnstile(1, 2)
  const order: string[] = []
  const leave = await gate.enter()
  const second = gate.enter().then((next) => (order.push('second'), next))
  const third = gate.enter().then((next) => (order.push('third'), next))
  expect(await gate.enter()).toBeNull()
  leave?.()
  leave?.()
  const afterSecond = await second
  expect(order).toEqual(['second'])
  afterSecond?.()
  await third
  expect(order).toEqual(['second', 'third'])
})
