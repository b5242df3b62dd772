import { beforeAll, describe, expect, test } from 'vitest'
import { observedCommands } from './testing/crashing-commands.ts'
import { flowWorld } from './testing/flow-world.ts'
import { type InitializedStack, initializedStack } from './testing/initialized-stack.ts'
import {
  type MergeStack,
  inBranch,
  mergeDevIntoUat,
  stackForMerges,
  storedEnvironment,
  withTwoSandboxes,
} from './testing/merge-stack.ts'
import { commitWithoutHistory, setBranch } from './testing/rewrite-branch.ts'
import { environmentOf, flowInAll } from './testing/run-job.ts'
import { alpha, beta } from './testing/sample-metadata.ts'

const world = flowWorld()
const edits = [alpha.edit(), beta.edit()]

/** Calls a function once when a job reaches the point; the job then continues. */
async function meanwhile(point: string, act: () => Promise<void>): Promise<void> {
  let isDone = false
  await world.restart(
    observedCommands(async (passing) => {
      if (passing !== point || isDone) return
      isDone = true
      await act()
    }),
  )
}

async function headOfMain({ clone }: InitializedStack): Promise<string> {
  await clone.git('fetch', '--quiet')
  return await clone.git('rev-parse', 'origin/main')
}
const headOf = async (stack: MergeStack, name: 'dev' | 'uat') =>
  (await inBranch(stack, stack[name], alpha.file)).head

const rewritten = (branch: string) => `The history of the branch ${branch} was rewritten while the job ran.`

describe('a flow in during which the history of its branch is rewritten', () => {
  test('pushes nothing and says so, and the next flow in begins with the rewritten branch', async () => {
    const stack = await initializedStack(world, edits)
    const { flow, clone } = stack
    await flow.org.edit(alpha.edit('// in the org'))
    await clone.push({ [beta.file]: beta.body('// in Git') })
    const anew = await commitWithoutHistory(stack)
    await meanwhile('merge 1.done', () => setBranch(world, stack, { branch: 'main', commit: anew }))
    const parity = (await environmentOf(world.ctx, flow))?.latestKnownParityCommitHash
    const { job } = await flowInAll(world.ctx, flow)
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: { message: rewritten('main'), details: expect.stringContaining('Nothing was pushed.') },
    })
    expect(await headOfMain(stack)).toBe(anew)
    expect((await environmentOf(world.ctx, flow))?.latestKnownParityCommitHash).toBe(parity)

    expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
    const head = await headOfMain(stack)
    await clone.git('merge-base', '--is-ancestor', anew, head)
    expect(await clone.git('show', `${head}:${alpha.file}`)).toContain('// in the org')
  })

  test('does not restore a commit that somebody has removed from the branch', async () => {
    const stack = await initializedStack(world, edits)
    const { flow, clone } = stack
    const before = await headOfMain(stack)
    await flow.org.edit(alpha.edit('// in the org'))
    const taken = await clone.push({ [beta.file]: beta.body('// taken back') })
    await meanwhile('push 1.intent', () => setBranch(world, stack, { branch: 'main', commit: before }))
    expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
    const commits = (await clone.git('rev-list', await headOfMain(stack))).split('\n')
    expect(commits).not.toContain(taken)
    expect(await clone.git('show', `origin/main:${alpha.file}`)).toContain('// in the org')
    expect(await clone.git('show', `origin/main:${beta.file}`)).not.toContain('// taken back')
  })
})

describe('a flow merge', () => {
  let shared: InitializedStack
  beforeAll(async () => {
    shared = await stackForMerges(world, edits)
  })
  const newStack = () => withTwoSandboxes(world, shared, edits)

  test('does not push into a branch whose history was rewritten during the deployment, and says what was deployed', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    await dev.org.edit(alpha.edit('// dev'))
    const anew = await commitWithoutHistory(stack)
    const before = await headOf(stack, 'dev')
    await meanwhile('deploy 1.done', () => setBranch(world, stack, { branch: uat.branch, commit: anew }))
    const { job } = await mergeDevIntoUat(world, stack)
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: {
        message: `The merge was deployed to ${uat.name}, but it could not be pushed: ${rewritten(uat.branch)}`,
        details: expect.stringContaining(`A flow in of ${uat.name} brings it into the branch.`),
      },
    })
    expect([await headOf(stack, 'dev'), await headOf(stack, 'uat')]).toEqual([before, anew])
    expect(await uat.org.text('ApexClass', 'Alpha')).toMatchObject({ [alpha.path]: alpha.body('// dev') })
    expect(await storedEnvironment(world, uat)).toMatchObject({ needsFullRetrieve: true })
  })

  test('of branches that have no common commit changes nothing and says why', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    const anew = await commitWithoutHistory(stack)
    await setBranch(world, stack, { branch: uat.branch, commit: anew })
    await dev.org.edit(alpha.edit('// dev'))
    const { job } = await mergeDevIntoUat(world, stack, { noTargetIn: true })
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: {
        message: 'The branches have no common commit, so that nothing tells what each of them has changed.',
        details: expect.stringContaining('--allow-unrelated-histories'),
      },
    })
    expect(await headOf(stack, 'uat')).toBe(anew)
    expect(await uat.org.deployments()).toEqual([])
  })
})
