import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { loseFiles } from '../testing/lose-files.ts'
import { commonEdits } from '../testing/both-sides-changed.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import type { InitializedStack } from '../testing/initialized-stack.ts'
import {
  type MergeStack,
  type MergedSandbox,
  addSandbox,
  devIntoUat,
  inBranch,
  pushTo,
  stackForMerges,
  withTwoSandboxes,
} from '../testing/merge-stack.ts'
import { openConflict } from '../testing/open-conflict.ts'
import { ended, submit } from '../testing/run-job.ts'
import { alpha, beta, car } from '../testing/sample-metadata.ts'

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
const heads = async (stack: MergeStack) => [
  (await inBranch(stack, stack.dev, alpha.file)).head,
  (await inBranch(stack, stack.uat, alpha.file)).head,
]
const object = (length: number, own = {}, user = 1) => car.edit({ A__c: length, ...own }, user)
/** Branch and org of a sandbox change the same line, each otherwise. */
async function changeBranchAndOrg(stack: MergeStack, where: MergedSandbox, one: typeof alpha) {
  await pushTo(stack, where, { [one.file]: one.body('// in Git') })
  await where.org.edit(one.edit('// in the org'))
}

describe('a flow merge that conflicts', () => {
  test('whose resolution people abort changes no branch and no org', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    for (const [each, line] of [
      [dev, '// dev'],
      [uat, '// uat'],
    ] as const)
      await each.org.edit(alpha.edit(line))
    const before = await heads(stack)
    const jobId = await submitMerge(stack)
    await (await conflictOf(stack, jobId)).answer(false)
    expect(await endOf(stack, jobId)).toMatchObject({
      outcome: 'Cancelled',
      error: { message: expect.stringContaining('The resolution of the merge conflicts was aborted.') },
    })
    expect(await heads(stack)).toEqual(before)
    expect(await uat.org.deployments()).toEqual([])
  })

  test('in both of its flows in asks about that of the source first, and then about that of the target', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    await changeBranchAndOrg(stack, dev, alpha)
    await changeBranchAndOrg(stack, uat, beta)
    const jobId = await submitMerge(stack)
    const first = await conflictOf(stack, jobId)
    expect(first.conflict).toMatchObject({
      title: `Flow in to ${dev.branch}`,
      mergeContext: 'FlowMergeSourceIn',
      localEnvironmentId: dev.id,
      files: [{ filePath: alpha.file }],
    })
    expect(await questionsOf(jobId)).toBe(1)
    await first.resolve({ [alpha.file]: 'TakeRemote' })
    await first.answer(true)
    const second = await conflictOf(stack, jobId)
    expect(second.conflict).toMatchObject({
      mergeContext: 'FlowMergeTargetIn',
      localEnvironmentId: uat.id,
      files: [{ filePath: beta.file }],
    })
    await second.resolve({ [beta.file]: 'TakeLocal' })
    await second.answer(true)
    expect(await endOf(stack, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await questionsOf(jobId)).toBe(2)
    expect(await inOrg(uat, alpha)).toBe(alpha.body('// in the org'))
    expect(await inOrg(uat, beta)).toBe(beta.body('// in Git'))
  })

  test('in one flow in asks nobody when the other flow in fails', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    await changeBranchAndOrg(stack, dev, alpha)
    await changeBranchAndOrg(stack, uat, beta)
    const jobId = await submitMerge(stack, { targetInConflictsStrategy: 'Abort' })
    expect(await endOf(stack, jobId)).toMatchObject({
      outcome: 'Failed',
      error: { message: expect.stringContaining(beta.file) },
    })
    expect(await questionsOf(jobId)).toBe(0)
  })

  test('and whose worker is lost with its files after the answer asks once and keeps the resolution', async () => {
    const stack = await newStack()
    const { dev, uat } = stack
    for (const each of [dev, uat]) await each.org.edit(alpha.edit(`// ${each.name}`))
    const crashing = crashingCommands('merge as resolved.done')
    await world.restart(crashing.commands)
    const jobId = await submitMerge(stack)
    const open = await conflictOf(stack, jobId)
    await open.save(alpha.file, alpha.body('// of both'))
    await open.resolve({ [alpha.file]: 'Manual' })
    await open.answer(true)
    await crashing.reached
    await loseFiles(world)
    await world.restart()
    expect(await endOf(stack, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await inOrg(uat, alpha)).toBe(alpha.body('// of both'))
    expect(await questionsOf(jobId)).toBe(1)
  })

  test('tells who changed a file on each side, and offers what people made of the same before, of a whole file or of an element', async () => {
    const edits = [...commonEdits, object(1)]
    const stack = await withTwoSandboxes(world, await stackForMerges(world, edits), edits)
    const { flow, dev, uat } = stack
    const qa = await addSandbox(world, stack, { name: 'qa', edits })
    for (const [{ org }, user, line, length, own] of [
      [dev, 1, '// dev', 2, {}],
      [uat, 2, '// of a target', 3, {}],
      [qa, 2, '// of a target', 3, { Qa__c: 9 }],
    ] as const) {
      await org.edit(alpha.edit(line, user))
      await org.edit(object(length, own, user))
    }
    const submitInto = (target: MergedSandbox) => submitMerge({ ...stack, uat: target })
    const first = await submitInto(uat)
    const open = await conflictOf(stack, first)
    expect(open.conflict.files).toMatchObject(
      [alpha.file, car.file].map((filePath) => ({
        filePath,
        localAuthors: [{ name: uat.org.users[2]?.name }],
        remoteAuthors: [{ name: dev.org.users[1]?.name }],
        earlier: null,
      })),
    )
    await open.save(alpha.file, alpha.body('// of both'))
    await open.resolve({ [alpha.file]: 'Manual', [car.file]: 'PreferRemote' })
    await open.answer(true)
    expect(await endOf(stack, first)).toMatchObject({ outcome: 'Succeeded', error: null })
    const second = await submitInto(qa)
    const again = await conflictOf(stack, second)
    const settled = { jobId: first, resolvedByUserId: flow.userId, localEnvironmentId: uat.id }
    expect(again.conflict.files).toMatchObject([
      {
        filePath: alpha.file,
        resolvedAs: null,
        earlier: { ...settled, resolvedAs: 'Manual', isSameFile: true },
      },
      { filePath: car.file, resolvedAs: null, earlier: { ...settled, isSameFile: false, elements: 1 } },
    ])
    await again.answer(false)
    await endOf(stack, second)
  })
})
