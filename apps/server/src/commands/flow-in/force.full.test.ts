import { inquiryPrompts } from '@sluice/contract/inquiry'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { answerInquiry, pendingQuestion } from '../testing/answer-inquiry.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../testing/initialized-stack.ts'
import { ended, everything, flowInAll, flowOutAll, submit } from '../testing/run-job.ts'
import { alpha, apexClass, beta } from '../testing/sample-metadata.ts'
import { undeployedRows } from '../testing/undeployed-rows.ts'

const world = flowWorld()
const gamma = apexClass('Gamma')

/** The branch has changed Alpha and has Gamma, the org has changed Beta. */
async function diverged(): Promise<InitializedStack> {
  const stack = await initializedStack(world, [alpha.edit(), beta.edit()])
  await stack.clone.push({
    [alpha.file]: alpha.body('// in Git'),
    [gamma.file]: gamma.body('// in Git'),
    [`${gamma.file}-meta.xml`]: gamma.meta,
  })
  await stack.flow.org.edit(beta.edit('// in the org'))
  return stack
}

const forced = ({ flow }: InitializedStack, settings: Record<string, unknown> = {}) =>
  submit(world.ctx, flow, {
    jobCommandName: 'FlowIn',
    jobTemplate: { environmentFilter: everything, force: true, ...settings },
  })

async function answer({ flow }: InitializedStack, jobId: string, isConfirmed: boolean) {
  const { id, subject, prompt } = await pendingQuestion(world.ctx, flow, jobId)
  expect(subject).toBe('ConfirmFlowIn')
  await answerInquiry(world.ctx, flow, { jobId, inquiryId: id, answer: { continue: isConfirmed } })
  return { job: await ended(world.ctx, flow, jobId), prompt: inquiryPrompts.ConfirmFlowIn.parse(prompt) }
}

const line = async ({ clone }: InitializedStack, { file }: typeof alpha) => {
  await clone.pull()
  return (await clone.read(file)).split('\n')[1]?.trim()
}

const questions = (jobId: string) =>
  world.ctx.database.asSystem((tx) => tx.$count(inquiry, eq(inquiry.jobId, jobId)))

const named = (name: string, changeType: string) => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName: name,
  changeType,
})

test('force asks with everything that only the branch has, and throws it away when people agree', async () => {
  const stack = await diverged()
  const { job, prompt } = await answer(stack, await forced(stack), true)
  // What changed in the org alone is brought, not thrown away.
  expect(prompt).toEqual({ deletions: [named('Gamma', 'Deleted')], undone: [named('Alpha', 'Modified')] })
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect([await line(stack, alpha), await line(stack, beta)]).toEqual(['// first', '// in the org'])
  await expect(stack.clone.read(gamma.file)).rejects.toThrow('ENOENT')
})

test('who says no gets a cancelled job and the branch as it was', async () => {
  const stack = await diverged()
  const before = await stack.clone.git('rev-parse', 'origin/main')
  const { job } = await answer(stack, await forced(stack), false)
  expect(job).toMatchObject({
    outcome: 'Cancelled',
    error: { message: 'The flow in was not confirmed. The branch is as before.' },
  })
  await stack.clone.git('fetch', '--quiet')
  expect(await stack.clone.git('rev-parse', 'origin/main')).toBe(before)
})

test('what a flow out left out is thrown away only after a question, too', async () => {
  const stack = await diverged()
  await stack.clone.push({ [alpha.file]: 'public class Alpha { this does not compile' })
  expect((await flowOutAll(world.ctx, stack.flow, { clobberStrategy: 'Accept' })).job.outcome).toBe(
    'Succeeded',
  )
  expect((await undeployedRows(world.ctx, stack.flow)).map(({ componentName }) => componentName)).toEqual([
    'Alpha',
  ])
  const { prompt } = await answer(stack, await forced(stack), true)
  expect(prompt).toEqual({ deletions: [], undone: [named('Alpha', 'Modified')] })
  expect(await undeployedRows(world.ctx, stack.flow)).toEqual([])
})

test.each([
  ['a check', { checkOnly: true }],
  ['a flow in that is told not to ask', { noConfirm: true }],
])('%s asks nobody', async (_, settings) => {
  const stack = await diverged()
  const jobId = await forced(stack, settings)
  expect(await ended(world.ctx, stack.flow, jobId)).toMatchObject({ outcome: 'Succeeded' })
  expect(await questions(jobId)).toBe(0)
})

test('force asks nobody where the branch has nothing of its own', async () => {
  const stack = await initializedStack(world, [alpha.edit(), beta.edit()])
  await stack.flow.org.edit(beta.edit('// in the org'))
  const { job } = await flowInAll(world.ctx, stack.flow, { force: true })
  expect(job).toMatchObject({ outcome: 'Succeeded' })
  expect(await questions(job.id)).toBe(0)
})
