import { expect, test } from 'vitest'
import { casesOfSlice } from '../../../../tools/long/long-run.ts'
import { crashRows } from './testing/crash-rows/crash-rows.ts'
import { pointsOf, titleOf } from './testing/crash-table.ts'
import { flowWorld } from './testing/flow-world.ts'
import { ObservedWorker } from './testing/observed-worker.ts'
import { type Stop, wrongAfterStop } from './testing/stop-at-points.ts'

const worker = new ObservedWorker(flowWorld())

const laws: readonly (readonly [Stop, string])[] = [
  ['cancelled', 'has changed nothing or has done everything'],
  ['unlocked', 'does nothing afterwards'],
]
const cases = crashRows
  .filter(({ command }) => command.startsWith('Flow'))
  .flatMap((row) => laws.map(([stop, law]) => [titleOf(row), stop, law, row] as const))

test.for(casesOfSlice(cases))('%s, %s at any of its points, %s', async ([title, stop, , row]) => {
  const points = await pointsOf(worker, row)
  const wrong: string[] = []
  for (const point of points) wrong.push(...(await wrongAfterStop(worker, row, { point, stop })))
  process.stdout.write(`${points.length} points, ${title}, ${stop}\n`)
  expect(wrong).toEqual([])
  expect(points.length).toBeGreaterThan(0)
})
