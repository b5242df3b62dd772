import { expect, test } from 'vitest'
import { inPortions, mapInPortions } from './portions.ts'

const items = Array.from({ length: 30 }, (_, at) => at)

function busyFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('every item is worked on once, in order', async () => {
  const seen: number[] = []
  await inPortions(items, (item) => void seen.push(item))
  expect(seen).toEqual(items)
})

test('what the work makes of the items comes in their order', async () => {
  expect(await mapInPortions(items, (item) => item * 2)).toEqual(items.map((item) => item * 2))
})

test('others have their turn before the work is over', async () => {
  let worked = 0
  let workedBefore = 0
  setImmediate(() => (workedBefore = worked))
  await inPortions(items, () => {
    busyFor(1)
    worked += 1
  })
  expect(workedBefore).toBeGreaterThan(0)
  expect(workedBefore).toBeLessThan(items.length)
})

test('an error ends the work', async () => {
  const failing = inPortions(items, (item) => {
    if (item === 3) throw new Error('no more')
  })
  await expect(failing).rejects.toThrow('no more')
})
