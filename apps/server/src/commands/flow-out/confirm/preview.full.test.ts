import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inquiry } from '../../../platform/database/schema/inquiries.ts'
import { job, notice } from '../../../platform/database/schema/jobs.ts'
import { flowWorld } from '../../testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../../testing/initialized-stack.ts'
import { askAndLook, difference, keptDifference } from '../../testing/look.ts'
import { ended, everything, outputOf, submit } from '../../testing/run-job.ts'
import { alpha, apexClass, beta } from '../../testing/sample-metadata.ts'

const world = flowWorld()
const gamma = apexClass('Gamma')

const initialized = () => initializedStack(world, [alpha.edit(), beta.edit(), gamma.edit()])
const push = ({ clone }: InitializedStack, classes: readonly (typeof alpha)[], line: string) =>
  clone.push(Object.fromEntries(classes.map(({ file, body }) => [file, body(line)])))
const identityOf = ({ name }: { name: string }) => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName: name,
})

/** What a dialog submits that shows what differs now. */
async function shown({ flow }: InitializedStack) {
  const { row } = await askAndLook(world.ctx, flow)
  const { environmentId } = await difference(world.ctx, flow)
  return { previews: [{ environmentId, revision: row.revision }] }
}

interface Submitted extends Partial<FlowOutInput> {
  readonly previews: readonly { environmentId: string; revision: number }[]
}

const flowOut = ({ flow }: InitializedStack, settings: Submitted) =>
  submit(world.ctx, flow, {
    jobCommandName: 'FlowOut',
    jobTemplate: { environmentFilter: everything, noConfirm: true, ...settings },
  })

const noticesOf = async (jobId: string) =>
  (
    await world.ctx.database.asSystem((tx) =>
      tx
        .select({ body: notice.body })
        .from(notice)
        .where(and(eq(notice.jobId, jobId), eq(notice.subject, 'PreviewOutdated'))),
    )
  ).map(({ body }) => body)

const lineInOrg = async ({ flow }: InitializedStack, { name, path }: typeof alpha) =>
  (await flow.org.text('ApexClass', name))?.[path]?.split('\n')[1]?.trim()

/** The excluded components of a dialog that was opened for only these: all others of the preview. */
async function allBut(stack: InitializedStack, names: readonly string[]) {
  const { components } = await keptDifference(world.ctx, stack.flow)
  return components.flatMap(({ componentType, componentName, outbound }) =>
    outbound === null || names.includes(componentName)
      ? []
      : [{ packageName: 'unpackaged', componentType, componentName }],
  )
}

test('a failed component is deployed alone once it is repaired, and the other differences wait for the next flow out', async () => {
  const stack = await initialized()
  await push(stack, [alpha], 'void broken( {')
  await push(stack, [beta], '// in Git')
  const first = await flowOut(stack, await shown(stack))
  expect(await ended(world.ctx, stack.flow, first)).toMatchObject({ outcome: 'Succeeded' })
  const { failures } = await outputOf(world.ctx, stack.flow, first)
  const failed = failures?.map(({ componentName }) => componentName) ?? []
  expect(failed).toEqual(['Alpha'])
  await push(stack, [alpha, gamma], '// mended')
  const preview = await shown(stack)
  const again = await flowOut(stack, { ...preview, excludedComponents: await allBut(stack, failed) })
  expect(await ended(world.ctx, stack.flow, again)).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(await outputOf(world.ctx, stack.flow, again)).toMatchObject({
    successes: [{ componentName: 'Alpha' }],
    excludedComponents: [identityOf(gamma)],
    failures: [],
  })
  expect([await lineInOrg(stack, alpha), await lineInOrg(stack, beta)]).toEqual(['// mended', '// in Git'])
  expect(await lineInOrg(stack, gamma)).not.toBe('// mended')
  expect(await noticesOf(again)).toEqual([])
  await shown(stack)
  expect(await allBut(stack, [])).toEqual([identityOf(gamma)])
})

test('a check says what is otherwise and asks nobody', async () => {
  const stack = await initialized()
  await push(stack, [alpha], '// in Git')
  const submitted = await shown(stack)
  await push(stack, [alpha, beta], '// later')
  const jobId = await flowOut(stack, { ...submitted, checkOnly: true })
  expect(await ended(world.ctx, stack.flow, jobId)).toMatchObject({ outcome: 'Succeeded' })
  expect(await noticesOf(jobId)).toEqual([{ added: 1, gone: 0, different: 0, names: ['ApexClass Beta'] }])
  const questions = await world.ctx.database.asSystem((tx) => tx.$count(inquiry, eq(inquiry.jobId, jobId)))
  expect(questions).toBe(0)
})

test('what the org has by now in the same way belongs to the preview, because the job deploys it', async () => {
  const stack = await initialized()
  await push(stack, [alpha, beta], '// the same')
  await stack.flow.org.edit(alpha.edit('// the same'))
  const jobId = await flowOut(stack, await shown(stack))
  expect(await ended(world.ctx, stack.flow, jobId)).toMatchObject({ outcome: 'Succeeded' })
  expect(await noticesOf(jobId)).toEqual([])
  expect((await outputOf(world.ctx, stack.flow, jobId)).diffResult?.diffCounts.modified).toBe(2)
})

test('a preview that is no longer the newest is refused, and no job is made', async () => {
  const stack = await initialized()
  await push(stack, [alpha], '// in Git')
  const { previews } = await shown(stack)
  await push(stack, [beta], '// later')
  await shown(stack)
  await expect(flowOut(stack, { previews })).rejects.toThrow(
    'What differs in Production has changed since it was shown. Look at the new preview and submit again.',
  )
  const jobs = await world.ctx.database.asSystem((tx) =>
    tx.$count(job, and(eq(job.stackId, stack.flow.stackId), eq(job.commandName, 'FlowOut'))),
  )
  expect(jobs).toBe(0)
})
