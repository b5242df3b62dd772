import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { changeBothSides, commonEdits } from '../testing/both-sides-changed.ts'
import { flowWorld } from '../testing/flow-world.ts'
import type { InitializedStack } from '../testing/initialized-stack.ts'
import {
  type MergeStack,
  type MergedSandbox,
  devIntoUat,
  inBranch,
  stackForMerges,
  storedEnvironment,
  withTwoSandboxes,
} from '../testing/merge-stack.ts'
import { openConflict } from '../testing/open-conflict.ts'
import { ended, submit } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'

const world = flowWorld()

let shared: InitializedStack
beforeAll(async () => {
  shared = await stackForMerges(world, commonEdits)
})
const newStack = () => withTwoSandboxes(world, shared, commonEdits)

const submitMerge = (stack: MergeStack, settings: Record<string, unknown> = {}) =>
  submit(world.ctx, stack.flow, {
    jobCommandName: 'FlowMerge',
    jobTemplate: { ...devIntoUat(stack), ...settings },
  })
const conflictOf = (stack: MergeStack, jobId: string) => openConflict(world.ctx, stack.flow, jobId)
const endOf = (stack: MergeStack, jobId: string) => ended(world.ctx, stack.flow, jobId)
const questionsOf = (jobId: string) =>
  world.ctx.database.asSystem((tx) => tx.$count(inquiry, eq(inquiry.jobId, jobId)))
const inOrg = async ({ org }: MergedSandbox, { name, path }: typeof alpha) =>
  (await org.text('ApexClass', name))?.[path]

describe('a flow merge that conflicts', () => {
  test('waits until people have resolved the conflict of the branches, and deploys and pushes exactly that', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    await changeBothSides(stack)
    const jobId = await submitMerge(stack)
    const open = await conflictOf(stack, jobId)
    expect(open.conflict).toMatchObject({
      title: `Flow merge from ${dev.name} into ${uat.name}`,
      mergeContext: 'FlowMerge',
      localEnvironmentId: uat.id,
      remoteEnvironmentId: dev.id,
      files: [{ filePath: alpha.file, status: 'UnmergedBothModified' }],
    })
    await open.save(alpha.file, alpha.body('// of both'))
    await open.resolve({ [alpha.file]: 'Manual' })
    await open.answer(true)
    expect(await endOf(stack, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await inOrg(uat, alpha)).toBe(alpha.body('// of both'))
    expect(await inOrg(dev, alpha)).toBe(alpha.body('// dev'))
    const { head, text } = await inBranch(stack, uat, alpha.file)
    expect(`${text}\n`).toBe(alpha.body('// of both'))
    expect(await storedEnvironment(world, uat)).toMatchObject({
      latestKnownParityCommitHash: head,
      latestKnownParityCommitHashOutbound: head,
    })
  })

  test('and is only a check ends instead of asking', async () => {
    const stack = await newStack()
    for (const each of [stack.dev, stack.uat]) await each.org.edit(alpha.edit(`// ${each.name}`))
    const jobId = await submitMerge(stack, { checkOnly: true })
    expect((await endOf(stack, jobId)).error?.message).toContain('asks neither in a check-only job')
    expect(await questionsOf(jobId)).toBe(0)
  })
})
