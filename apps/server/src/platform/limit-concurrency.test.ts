import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

const never = new AbortController().signal
const oneAtATime = () =>
  limitConcurrency<{ name: string; isBarred?: boolean }>({
    mayEnter: (holder, inside) => inside.length === 0 && holder.isBarred !== true,
    mayWait: (_, waiting) => waiting.length < 2,
  })

test('holders beyond the limit wait in order, and those beyond the queue are refused', async () => {
  const limit = oneAtATime()
  const order: string[] = []
  const leave = await limit.enter({ name: 'first' }, never)
  const second = limit.enter({ name: 'second' }, never).then((next) => (order.push('second'), next))
  const third = limit.enter({ name: 'third' }, never).then((next) => (order.push('third'), next))
  expect(await limit.enter({ name: 'fourth' }, never)).toBeNull()
  leave?.()
  leave?.()
  const afterSecond = await second
  expect(order).toEqual(['second'])
  afterSecond?.()
  await third
  expect(order).toEqual(['second', 'third'])
})

test('a holder that may not enter does not hold up the one behind it', async () => {
  const limit = oneAtATime()
  const leave = await limit.enter({ name: 'first' }, never)
  void limit.enter({ name: 'barred', isBarred: true }, never)
  const behind = limit.enter({ name: 'behind' }, never)
  leave?.()
  expect(await behind).toBeTypeOf('function')
})

test('a holder whose signal ends leaves the queue and frees its position', async () => {
  const limit = oneAtATime()
  const leave = await limit.enter({ name: 'first' }, never)
  const hungUp = new AbortController()
  const second = limit.enter({ name: 'second' }, hungUp.signal)
  const third = limit.enter({ name: 'third' }, never)
  hungUp.abort()
  expect(await second).toBeNull()
  void limit.enter({ name: 'fourth' }, never)
  leave?.()
  expect(await third).toBeTypeOf('function')
  expect(await limit.enter({ name: 'late' }, hungUp.signal)).toBeNull()
})
