import { problems } from '@sluice/contract/problems'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { managedRepository, stack } from '../../platform/database/schema/stacks.ts'
import { openOutgoingAddresses } from '../../platform/outgoing/outgoing-addresses.ts'
import { sealGitPassword } from '../../stacks/git-password.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { atPort, hostileRepositoryAddresses } from '../../testing/hostile-addresses.ts'
import { sinkhole } from '../../testing/sinkhole.ts'
import { type FlowStack, flowWorld } from '../../commands/testing/flow-world.ts'
import { initialize } from '../../commands/testing/run-job.ts'
import { gitRemoteOf } from './git-remote.ts'

const world = flowWorld()
const trap = sinkhole()

/** The stack as if it had been saved with this address before addresses were checked. */
async function withRepositoryAt(flow: FlowStack, gitRepositoryUrl: string) {
  return await world.ctx.database.asSystem(async (tx) => {
    await tx.delete(managedRepository).where(eq(managedRepository.stackId, flow.stackId))
    const row = await findStack(tx, flow.workspaceId, flow.stackId)
    if (!row) throw new Error('The stack is gone.')
    const custom = { gitRepositoryIsManaged: false, gitRepositoryUrl, gitUsername: 'bot' }
    const gitPasswordSealed = sealGitPassword(world.ctx.secrets, { ...row, gitRepositoryUrl }, 'secret')
    await tx
      .update(stack)
      .set({ ...custom, gitPasswordSealed })
      .where(eq(stack.id, flow.stackId))
    return { ...row, ...custom, managedRepository: null }
  })
}

const at = (template: string) => atPort(template, trap.port)
const failure = problems.gitCredentialsInvalid.title

test('a job asks none of the hostile repository addresses, and says the same of all', async () => {
  const flow = await world.connect()
  const job = { id: flow.stackId, workspaceId: flow.workspaceId }
  for (const template of hostileRepositoryAddresses) {
    const row = await withRepositoryAt(flow, at(template))
    await expect(gitRemoteOf(world.ctx, { job, stack: row }), template).rejects.toThrow(failure)
  }
  expect(trap.connections).toBe(0)
})

test.each([
  'https://127.0.0.1:P/r.git',
  'https://localhost:P/r.git',
  'https://[::1]:P/r.git',
  'http://127.0.0.1:P/r.git',
])(
  'the job of a stack whose repository is at %s fails with one text and connects to nothing',
  async (template) => {
    const flow = await world.connect()
    await withRepositoryAt(flow, at(template))
    const { job } = await initialize(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Failed', error: { message: failure, details: null } })
    expect(trap.connections).toBe(0)
  },
)

test('a job looks a host up again and connects only to what it found', async () => {
  const flow = await world.connect()
  const target = {
    job: { id: flow.stackId, workspaceId: flow.workspaceId },
    stack: await withRepositoryAt(flow, 'https://git.example.com/r.git'),
  }
  let address = '8.8.8.8'
  const original = world.ctx.outgoing
  world.ctx.outgoing = openOutgoingAddresses(world.ctx.config, async () => [{ address, family: 4 }])
  try {
    const open = await gitRemoteOf(world.ctx, target)
    expect(await open()).toMatchObject({
      resolvedAddress: '8.8.8.8',
      password: 'secret',
    })
    address = '10.0.0.1'
    await expect(gitRemoteOf(world.ctx, target)).rejects.toThrow(failure)
  } finally {
    world.ctx.outgoing = original
  }
})
