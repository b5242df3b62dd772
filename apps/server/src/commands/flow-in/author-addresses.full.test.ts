import { expect, test } from 'vitest'
import { observedCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { flowInAll, initialize } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

test('the query for the addresses of authors is repeated while Salesforce is away', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await initialize(world.ctx, flow)
  await flow.org.edit(alpha.edit('// edited', 1))
  let isAway = false
  // While the org is retrieved, nothing is queried before the addresses of those who changed something.
  const retrieving = observedCommands(async (point) => {
    if (point !== 'retrieve.poll' || isAway) return
    isAway = true
    await flow.org.admin('POST', 'faults', {
      kind: 'serverUnavailable',
      operation: 'query',
      org: flow.org.id,
      times: 2,
    })
  })
  await world.restart(retrieving)
  const { job } = await flowInAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(await flow.org.admin('GET', 'faults')).toMatchObject({ faults: [] })
  const clone = await cloneOf(world.folder, flow)
  expect(await clone.commits('HEAD~1..')).toMatchObject([{ email: flow.org.users[1]?.email }])
})
