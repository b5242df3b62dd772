import { inquiryPrompts } from '@sluice/contract/inquiry'
import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notice } from '../../../platform/database/schema/jobs.ts'
import { answerInquiry, pendingQuestion } from '../../testing/answer-inquiry.ts'
import { flowWorld } from '../../testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../../testing/initialized-stack.ts'
import { askAndLook, difference } from '../../testing/look.ts'
import { ended, everything, outputOf, submit } from '../../testing/run-job.ts'
import { alpha, apexClass, beta } from '../../testing/sample-metadata.ts'
import { undeployedRows } from '../../testing/undeployed-rows.ts'

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

async function questionOf({ flow }: InitializedStack, jobId: string) {
  const { id, prompt } = await pendingQuestion(world.ctx, flow, jobId)
  return { id, prompt: inquiryPrompts.FlowOutConfirmDeployment.parse(prompt) }
}

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

test('what was left out of the preview is not deployed and remembered as excluded by the user', async () => {
  const stack = await initialized()
  await push(stack, [alpha, beta], '// in Git')
  const jobId = await flowOut(stack, { ...(await shown(stack)), excludedComponents: [identityOf(beta)] })
  expect(await ended(world.ctx, stack.flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(await outputOf(world.ctx, stack.flow, jobId)).toMatchObject({
    excludedComponents: [identityOf(beta)],
    successes: [{ componentName: 'Alpha' }],
    failures: [],
  })
  expect(await lineInOrg(stack, alpha)).toBe('// in Git')
  expect(await lineInOrg(stack, beta)).not.toBe('// in Git')
  const [row, ...others] = await undeployedRows(world.ctx, stack.flow)
  expect(others).toEqual([])
  expect(row).toMatchObject({ componentName: 'Beta', problems: [{ description: 'Excluded by the user.' }] })
  expect(await noticesOf(jobId)).toEqual([])
})

test('a flow out that was told not to ask asks when something is otherwise than the preview said', async () => {
  const stack = await initialized()
  await push(stack, [alpha, beta], '// in Git')
  const submitted = await shown(stack)
  // Nobody looks at these pushes before the job does.
  await push(stack, [gamma], '// later')
  await stack.clone.push({ [beta.file]: null, [`${beta.file}-meta.xml`]: null })
  const jobId = await flowOut(stack, { ...submitted, excludedComponents: [identityOf(alpha)] })
  const { id, prompt } = await questionOf(stack, jobId)
  expect(prompt.excludedComponents).toEqual([identityOf(alpha)])
  expect(prompt.changedSincePreview).toEqual({
    added: [{ ...identityOf(gamma), changeType: 'Modified' }],
    gone: [],
    different: [{ ...identityOf(beta), changeType: 'Deleted' }],
  })
  expect(await lineInOrg(stack, gamma)).not.toBe('// later')
  expect(await noticesOf(jobId)).toEqual([
    { added: 1, gone: 0, different: 1, names: ['ApexClass Gamma', 'ApexClass Beta'] },
  ])
  const answer = { continue: true, excludedComponents: [identityOf(beta)] }
  await answerInquiry(world.ctx, stack.flow, { jobId, inquiryId: id, answer })
  expect(await ended(world.ctx, stack.flow, jobId)).toMatchObject({ outcome: 'Succeeded' })
  // The answer counts, not what was left out before.
  expect([await lineInOrg(stack, alpha), await lineInOrg(stack, gamma)]).toEqual(['// in Git', '// later'])
})
