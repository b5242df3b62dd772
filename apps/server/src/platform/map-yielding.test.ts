import { expect, test } from 'vitest'
import { mapYielding } from './map-yielding.ts'

const items = Array.from({ length: 30 }, (_, at) => at)

function busyFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('the work is called once for each item, in order', async () => {
  const seen: number[] = []
  await mapYielding(items, (item) => void seen.push(item))
  expect(seen).toEqual(items)
})

test('the results come in the order of the items', async () => {
  expect(await mapYielding(items, (item) => item * 2)).toEqual(items.map((item) => item * 2))
})

test('other callbacks of the event loop run before the work is over', async () => {
  let worked = 0
  let workedBefore = 0
  setImmediate(() => (workedBefore = worked))
  await mapYielding(items, () => {
    busyFor(1)
    worked += 1
  })
  expect(workedBefore).toBeGreaterThan(0)
  expect(workedBefore).toBeLessThan(items.length)
})

test('an error ends the work', async () => {
  const failing = mapYielding(items, (item) => {
    if (item === 3) throw new Error('no more')
  })
  await expect(failing).rejects.toThrow('no more')
})
