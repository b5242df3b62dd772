import { describe, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { flowInAll, flowOutAll, initialize } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { turnIntoSandbox } from '../testing/turn-into-sandbox.ts'
import { type WorkingCopy, cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const path = 'queues/Night.queue'
const file = `src/unpackaged/${path}`
const queue = (...users: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Queue xmlns="http://soap.sforce.com/2006/04/metadata">
    <doesSendEmailToMembers>false</doesSendEmailToMembers>
    <name>Night</name>
    <queueMembers>
        <users>
${users.map((user) => `            <user>${user}</user>\n`).join('')}        </users>
    </queueMembers>
</Queue>
`
const editWith = (...users: string[]) => ({
  type: 'Queue',
  fullName: 'Night',
  files: { [path]: queue(...users) },
})

interface Sandbox {
  readonly flow: FlowStack
  readonly clone: WorkingCopy
  /** User names of three people as production has them. */
  readonly names: readonly [string, string, string]
}

/** A sandbox named dev1 that shows its name behind user names, and a branch that has those of production. */
async function sandbox(): Promise<Sandbox> {
  const flow = await world.connect({ sandboxName: 'dev1' })
  await flow.org.admin('PATCH', `orgs/${flow.org.id}`, { facts: { mapsUserNames: true } })
  const [ann = '', bob = '', eve = ''] = flow.org.users.map(({ username }) => username.replace(/\.dev1$/, ''))
  for (const edit of [alpha.edit(), editWith(ann)]) await flow.org.edit(edit)
  const includeSpecs = 'unpackaged/~/ApexClass\nunpackaged/~/Queue'
  expect((await initialize(world.ctx, flow, { includeSpecs })).job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)
  expect(await clone.read(file)).toBe(queue(ann))
  await turnIntoSandbox(world.ctx, flow, 'dev1')
  return { flow, clone, names: [ann, bob, eve] }
}

async function changesOfFlowIn(flow: FlowStack): Promise<unknown> {
  const { job, output } = await flowInAll(world.ctx, flow)
  expect(job.error).toBeNull()
  return output.retrieveResult?.changes.map(({ componentName }) => componentName)
}

describe('user names of a sandbox', () => {
  test('its name behind them is no change, and stays out of what is committed', async () => {
    const { flow, clone, names } = await sandbox()
    const [ann, bob] = names
    expect(await changesOfFlowIn(flow)).toEqual([])
    await flow.org.edit(editWith(`${ann}.dev1`, `${bob}.dev1`))
    expect(await changesOfFlowIn(flow)).toEqual(['Night'])
    expect(await changesOfFlowIn(flow)).toEqual([])
    await clone.pull()
    expect(await clone.read(file)).toBe(queue(ann, bob))
  })

  test('a flow out deploys those of production, which Salesforce finds; nothing is in its way or left to do', async () => {
    const { flow, clone, names } = await sandbox()
    const [ann, bob, eve] = names
    await clone.push({ [file]: queue(ann, bob) })
    const first = await flowOutAll(world.ctx, flow)
    expect([first.job.outcome, first.output.failures]).toEqual(['Succeeded', []])
    expect((await flow.org.text('Queue', 'Night'))?.[path]).toContain(`<user>${bob}`)
    expect(await changesOfFlowIn(flow)).toEqual([])
    const again = await flowOutAll(world.ctx, flow, { diffMode: 'Org', acceptDeletions: true })
    expect([again.job.outcome, again.output.successes]).toEqual(['Succeeded', []])
    await flow.org.edit(editWith(`${eve}.dev1`))
    await clone.push({ [file]: queue(ann) })
    expect((await flowOutAll(world.ctx, flow)).job.outcome).toBe('Failed')
    expect((await flow.org.text('Queue', 'Night'))?.[path]).toContain(`<user>${eve}`)
  })

  test('a name with the suffix that Git holds from before loses it with the next flow in', async () => {
    const { flow, clone, names } = await sandbox()
    const [ann] = names
    await clone.push({ [file]: queue(`${ann}.dev1`) })
    await flowOutAll(world.ctx, flow)
    expect(await changesOfFlowIn(flow)).toEqual(['Night'])
    expect(await changesOfFlowIn(flow)).toEqual([])
    await clone.pull()
    expect(await clone.read(file)).toBe(queue(ann))
  })
})
