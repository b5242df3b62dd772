import { describe, expect, test } from 'vitest'
import { observedCommands } from '../testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { flowInAll } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import type { OrgEdit } from '../testing/test-org.ts'

const world = flowWorld()

/** A stack whose last flow in began after its org was made. */
async function afterFlowIn() {
  const { flow, clone } = await initializedStack(world, [alpha.edit(), beta.edit()])
  expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
  return { flow, clone }
}

/** An edit that leaves the recorded author and date alone, as those of field permissions leave their profile. */
const editSilently = async ({ org }: FlowStack, { user = 0, ...edit }: OrgEdit) =>
  await org.admin('POST', `orgs/${org.id}/components`, {
    user: org.users[user]?.id,
    ...edit,
    keepsDate: true,
  })

async function authorsOfFlowIn(flow: FlowStack): Promise<unknown> {
  const { job, output } = await flowInAll(world.ctx, flow)
  expect([job.outcome, job.error]).toEqual(['Succeeded', null])
  return output.combinedGitCommitResult?.fileResults
    .filter(({ filePath }) => filePath.endsWith('.cls'))
    .map(({ filePath, authorName, authorEmail }) => [filePath.split('/').at(-1), authorName, authorEmail])
}

const person = ({ org }: FlowStack, index: number) => [org.users[index]?.name, org.users[index]?.email]
const unknown = ['Unknown author', 'unknown@sluice.invalid']

describe('the author of a change', () => {
  test('is not who changed the component before the last flow in: the audit trail tells', async () => {
    const { flow } = await afterFlowIn()
    await editSilently(flow, alpha.edit('// silent', 1))
    await flow.org.edit(beta.edit('// seen', 2))
    expect(await authorsOfFlowIn(flow)).toEqual([
      ['Alpha.cls', ...person(flow, 1)],
      ['Beta.cls', ...person(flow, 2)],
    ])
  })

  test('of a deletion is in the audit trail', async () => {
    const { flow } = await afterFlowIn()
    await flow.org.edit({ user: 1, type: 'ApexClass', fullName: 'Alpha', delete: true })
    expect(await authorsOfFlowIn(flow)).toEqual([['Alpha.cls', ...person(flow, 1)]])
  })

  test('is unknown where the org does not say, and its refusals end no job', async () => {
    const { flow } = await afterFlowIn()
    await editSilently(flow, alpha.edit('// silent', 1))
    await flow.org.edit(beta.edit('// seen', 2))
    let isRefused = false
    // The first query of a flow in, after the retrieve, asks who made the changes.
    const retrieving = observedCommands(async (point) => {
      if (point !== 'retrieve.poll' || isRefused) return
      isRefused = true
      const fault = { kind: 'insufficientAccess', operation: 'query', org: flow.org.id, times: 2 }
      await flow.org.admin('POST', 'faults', fault)
    })
    await world.restart(retrieving)
    const [seen, silent] = await authorsAsList(flow)
    expect(silent).toEqual(['Alpha.cls', ...unknown])
    expect(seen?.slice(0, 2)).toEqual(['Beta.cls', person(flow, 2)[0]])
    expect(await flow.org.admin('GET', 'faults')).toMatchObject({ faults: [] })
    await world.restart()
  })
})

async function authorsAsList(flow: FlowStack): Promise<string[][]> {
  const authors = await authorsOfFlowIn(flow)
  return Array.isArray(authors) ? authors : []
}
