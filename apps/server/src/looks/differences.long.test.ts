import * as fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { longRunSeed, runsOfSlice } from '../../../../tools/long/long-run.ts'
import { countRequests } from '../api/testing/count-requests.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { until } from '../testing/test-jobs.ts'
import { expectTrueDifference, sequences } from '../commands/testing/difference-law.ts'
import { flowWorld } from '../commands/testing/flow-world.ts'
import { initializedStack } from '../commands/testing/initialized-stack.ts'
import { askAndLook, keptDifference } from '../commands/testing/look.ts'
import { alpha, apexClass } from '../commands/testing/sample-metadata.ts'
import { startLooker } from './looker.ts'

const world = flowWorld()
const timeout = 40 * 60_000

test('the difference is what branch and org have differently, whatever people do', { timeout }, async () => {
  let seen = 0
  const law = fc.asyncProperty(sequences, async (sequence) => {
    seen += await expectTrueDifference(world, sequence)
  })
  const runs = runsOfSlice(200)
  await fc.assert(law, { seed: longRunSeed(), numRuns: runs, endOnFailure: true })
  expect(seen).toBeGreaterThan(runs)
})

const componentCount = 10_000
const changeCount = 50

test(
  '50 changes among 10,000 components are listed a second after the push, without a call to the org',
  { timeout },
  async () => {
    const { flow, clone } = await initializedStack(world, [alpha.edit()])
    const classes = Array.from({ length: componentCount }, (_, index) => apexClass(`Class${index}`))
    const files = classes.flatMap((one) => [
      [one.file, one.body('// first')],
      [`${one.file}-meta.xml`, one.meta],
    ])
    const commit = await clone.push(Object.fromEntries(files))
    const parity = { latestKnownParityCommitHash: commit, latestKnownParityCommitHashOutbound: commit }
    await world.ctx.database.asSystem((tx) =>
      tx.update(environment).set(parity).where(eq(environment.stackId, flow.stackId)),
    )
    await askAndLook(world.ctx, flow)
    const looker = await startLooker(world.ctx)
    try {
      const isListed = async (count: number, head: string) => {
        const { row } = await keptDifference(world.ctx, flow)
        return row.headCommitHash === head && row.toDeploy === count && row.orgBegunUtc === null
      }
      await until(() => isListed(0, commit))
      const requests = countRequests((path) => path.startsWith('/services'))
      const figures: number[] = []
      for (let round = 1; round <= 5; round++) {
        const changed = classes.slice(0, changeCount).map((one) => [one.file, one.body(`// round ${round}`)])
        const head = await clone.push(Object.fromEntries(changed))
        const pushedMs = performance.now()
        await until(() => isListed(changeCount, head))
        figures.push(Math.round(performance.now() - pushedMs))
      }
      process.stdout.write(`ready after a push, in ms: ${figures.join(', ')}\n`)
      expect(requests.count).toBe(0)
      // The first comparison starts a thread.
      expect(figures.slice(1).toSorted((a, b) => a - b)[1]).toBeLessThan(1_000)
    } finally {
      await looker.stop()
    }
  },
)
