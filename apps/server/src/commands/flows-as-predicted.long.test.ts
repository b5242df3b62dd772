import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { longRunSeed, runsOfSlice } from '../../../../tools/long/long-run.ts'
import { flowWorld } from './testing/flow-world.ts'
import { deedSequences } from './testing/model/deeds.ts'
import { type Figures, commandsAmongOthers, expectPredicted } from './testing/model/expect-predicted.ts'

const world = flowWorld()
beforeAll(() => world.restart(commandsAmongOthers))

test(
  'flows between four environments lose nothing and invent nothing, whatever people do in between',
  { timeout: 44 * 60_000 },
  async () => {
    const figures: Figures = new Map()
    const law = fc.asyncProperty(deedSequences, (deeds) => expectPredicted(world, deeds, figures))
    try {
      await fc.assert(law, { seed: longRunSeed(), numRuns: runsOfSlice(300), endOnFailure: true })
    } finally {
      process.stdout.write(
        `${[...figures]
          .toSorted(([one], [other]) => one.localeCompare(other))
          .map(([what, count]) => `${count} x ${what}`)
          .join(', ')}\n`,
      )
    }
    for (const kind of ['flowIn', 'flowOut', 'flowMerge'])
      for (const outcome of ['succeeded', 'failed', 'checked'])
        expect(figures.get(`${kind} ${outcome}`), `${kind} ${outcome}`).toBeGreaterThan(0)
  },
)
