import { expect, test } from 'vitest'
import { casesOfSlice } from '../../../../tools/long/long-run.ts'
import { crashRows } from './testing/crash-rows/crash-rows.ts'
import { pointsOf } from './testing/crash-table.ts'
import { flowWorld } from './testing/flow-world.ts'
import { ObservedWorker } from './testing/observed-worker.ts'
import { type Stop, wrongAfterStop } from './testing/stop-at-points.ts'

const worker = new ObservedWorker(flowWorld())
const flows = crashRows.filter(({ command }) => command.startsWith('Flow'))

test.each<[Stop, string]>([
  ['cancelled', 'has changed nothing or has done everything'],
  ['unlocked', 'does nothing afterwards'],
])('a flow that is %s at any of its points %s', async (stop) => {
  const wrong: string[] = []
  let stops = 0
  for (const row of casesOfSlice(flows))
    for (const point of await pointsOf(worker, row)) {
      wrong.push(...(await wrongAfterStop(worker, row, { point, stop })))
      stops += 1
    }
  process.stdout.write(`${stops} points, ${stop}\n`)
  expect(wrong).toEqual([])
  expect(stops).toBeGreaterThan(0)
})
