import { inquiryPrompts } from '@sluice/contract/inquiry'
import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inquiry } from '../../../platform/database/schema/inquiries.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { answerInquiry, pendingQuestion } from '../../../commands/testing/answer-inquiry.ts'
import { crashingCommands } from '../../../commands/testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../../../commands/testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../../../commands/testing/initialized-stack.ts'
import {
  ended,
  environmentOf,
  everything,
  flowInAll,
  flowOutAll,
  outputOf,
  submit,
} from '../../../commands/testing/run-job.ts'
import { alpha, apexClass, beta } from '../../../commands/testing/sample-metadata.ts'
import { undeployedRows } from '../../../commands/testing/undeployed-rows.ts'

const clock = createTestClock()
const world = flowWorld({ clock })
const [one, two] = [apexClass('One'), apexClass('Two')]
const classes = [one, two, apexClass('Three'), apexClass('Four'), apexClass('Five')]

let stack: InitializedStack
beforeAll(async () => {
  const edits = [...classes, alpha, beta].map((each) => each.edit())
  stack = await initializedStack(world, edits)
})

const asks = (settings: Partial<FlowOutInput> = {}) =>
  submit(world.ctx, stack.flow, {
    jobCommandName: 'FlowOut',
    jobTemplate: { environmentFilter: everything, ...settings },
  })
const identityOf = ({ name }: { name: string }) => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName: name,
})
const questionOf = async (jobId: string) => {
  const { id, prompt } = await pendingQuestion(world.ctx, stack.flow, jobId)
  return { id, prompt: inquiryPrompts.FlowOutConfirmDeployment.parse(prompt) }
}
const answer = (
  jobId: string,
  inquiryId: string,
  given: { continue: boolean; excluded?: typeof classes },
) => {
  const excludedComponents = (given.excluded ?? []).map(identityOf)
  const body = { continue: given.continue, excludedComponents }
  return answerInquiry(world.ctx, stack.flow, { jobId, inquiryId, answer: body })
}
const excludesTwo = async (jobId: string) =>
  answer(jobId, (await questionOf(jobId)).id, { continue: true, excluded: [two] })
/** Answers the question of a job, and waits for its end. */
const answered = async (jobId: string, given: Parameters<typeof answer>[2]) => {
  const { id, prompt } = await questionOf(jobId)
  await answer(jobId, id, given)
  return { prompt, job: await endOf(jobId), output: await outputOf(world.ctx, stack.flow, jobId) }
}
const endOf = (jobId: string) => ended(world.ctx, stack.flow, jobId)
const lineInOrg = async ({ name, path }: { name: string; path: string }, flow: FlowStack = stack.flow) =>
  (await flow.org.text('ApexClass', name))?.[path]?.split('\n')[1]?.trim()
const push = (each: typeof classes, line: string) =>
  stack.clone.push(Object.fromEntries(each.map(({ file, body }) => [file, body(line)])))
const parity = async () => (await environmentOf(world.ctx, stack.flow))?.latestKnownParityCommitHashOutbound
const deployments = async () => (await stack.flow.org.deployments()).length
const rows = async () =>
  (await undeployedRows(world.ctx, stack.flow)).map((row) => ({
    name: row.componentName,
    reason: row.reason,
    problems: row.problems.map(({ type, description }) => `${type}: ${description}`),
  }))
const questionsOf = (jobId: string) =>
  world.ctx.database.asSystem((tx) =>
    tx.$count(inquiry, and(eq(inquiry.jobId, jobId), eq(inquiry.origin, 'confirm deployment'))),
  )

test('[J-100] a person is asked with everything that is to be deployed, and may leave out some of it, which is remembered until it is deployed', async () => {
  const [before, ...linesBefore] = [await parity(), await lineInOrg(one), await lineInOrg(two)]
  const head = await push(classes, '// in Git')
  const first = await answered(await asks(), { continue: true, excluded: [one, two] })
  expect(first.prompt).toMatchObject({
    diffResult: { diffCounts: { anyChanges: true, added: 0, modified: 5, deleted: 0 } },
    isCheckOnly: false,
    excludedComponents: [],
    clobberedOrgChanges: [],
    clobberWarningText: null,
    newChangesCommitRange: { sinceCommitHash: before, untilCommitHash: head },
  })
  expect(first.job).toMatchObject({
    outcome: 'Succeeded',
    error: null,
    summary: { deployment: { deployed: 3, modified: 3, leftOut: 2, failed: 0 } },
  })
  expect(first.output).toMatchObject({
    isSuccessful: true,
    failures: [],
    stats: { added: 0, modified: 3, deleted: 0, succeeded: 3, failed: 0, totalComponents: 5 },
  })
  expect(first.output.excludedComponents?.map((each) => each.componentName).toSorted()).toEqual([
    'One',
    'Two',
  ])
  const lines = await Promise.all(classes.map((each) => lineInOrg(each)))
  expect(lines).toEqual([...linesBefore, '// in Git', '// in Git', '// in Git'])
  expect(await parity()).toBe(head)
  const excluded = { reason: 'LeftOut', problems: ['Info: Excluded by the user.'] }
  expect((await rows()).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'One', ...excluded },
    { name: 'Two', ...excluded },
  ])

  await flowInAll(world.ctx, stack.flow)
  await stack.clone.pull()
  expect(await stack.clone.read(one.file)).toBe(one.body('// in Git'))

  const second = await answered(await asks(), { continue: true, excluded: [two] })
  expect(second.prompt.diffResult.diffCounts.modified).toBe(2)
  expect(second.prompt.excludedComponents.map((each) => each.componentName).toSorted()).toEqual([
    'One',
    'Two',
  ])
  expect(await lineInOrg(one)).toBe('// in Git')
  expect((await rows()).map(({ name }) => name)).toEqual(['Two'])
  // A flow out that does not say what stays out leaves it out as before.
  const { output } = await flowOutAll(world.ctx, stack.flow)
  expect(output.excludedComponents?.map(({ componentName }) => componentName)).toEqual(['Two'])
  expect(await lineInOrg(two)).toBe(linesBefore[1])
  await flowOutAll(world.ctx, stack.flow, { excludedComponents: [] })
  expect(await lineInOrg(two)).toBe('// in Git')
  expect(await rows()).toEqual([])
})

test('who says no gets a cancelled job, and nothing is deployed or recorded', async () => {
  const before = [await parity(), await deployments()]
  await push([one], '// refused')
  const { job, output } = await answered(await asks(), { continue: false })
  expect(job).toMatchObject({
    outcome: 'Cancelled',
    error: { message: 'The deployment was not confirmed. Nothing was deployed.' },
  })
  expect(output).toEqual({})
  expect([await parity(), await deployments()]).toEqual(before)
  expect(await rows()).toEqual([])
  await flowOutAll(world.ctx, stack.flow, { excludedComponents: [] })
})

test('what nobody confirms in time is not deployed', async () => {
  const before = [await parity(), await deployments()]
  await push([one], '// too late')
  const jobId = await asks()
  const { id } = await questionOf(jobId)
  clock.advance(world.ctx.config.waits.inquiryHours * 3_600_000 + 60_000)
  expect(await endOf(jobId)).toMatchObject({
    outcome: 'Cancelled',
    error: {
      message: 'Nobody confirmed the deployment until the time to wait was over. Nothing was deployed.',
    },
  })
  await expect(answer(jobId, id, { continue: true })).rejects.toMatchObject({ problemType: 'entityConflict' })
  expect([await parity(), await deployments()]).toEqual(before)
  await flowOutAll(world.ctx, stack.flow, { excludedComponents: [] })
})

test('of two members who answer at the same moment one is right, and what that one left out stays out', async () => {
  await push([one, two], '// twice')
  const jobId = await asks()
  const { id } = await questionOf(jobId)
  const given = [one, two].map((each) => answer(jobId, id, { continue: true, excluded: [each] }))
  const accepted = (await Promise.allSettled(given)).map(({ status }) => status === 'fulfilled')
  expect(accepted.filter(Boolean)).toHaveLength(1)
  await endOf(jobId)
  const kept = accepted[0] ? one : two
  expect((await rows()).map(({ name }) => name)).toEqual([kept.name])
  await flowOutAll(world.ctx, stack.flow, { excludedComponents: [] })
})

test('a check-only flow out asks too, and remembers nothing of what was left out', async () => {
  await push([one, two], '// checked')
  const { prompt, output } = await answered(await asks({ checkOnly: true }), {
    continue: true,
    excluded: [one],
  })
  expect(prompt.isCheckOnly).toBe(true)
  expect(output).toMatchObject({ isCheckOnly: true, excludedComponents: [identityOf(one)] })
  expect(output.attempts?.[0]?.components.map((each) => each.componentName)).toEqual(['Two'])
  expect(await rows()).toEqual([])
  await flowOutAll(world.ctx, stack.flow, { excludedComponents: [] })
})

test('a flow out that has nothing to deploy creates no inquiry', async () => {
  const jobId = await asks()
  expect(await endOf(jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(await questionsOf(jobId)).toBe(0)
})

test('what only the org has is deleted in diff mode Org only when a person agrees', async () => {
  const extra = apexClass('Extra')
  await stack.flow.org.edit(extra.edit())
  const refused = await answered(await asks({ diffMode: 'Org' }), { continue: false })
  expect(refused.prompt.diffResult.diffCounts.deleted).toBe(1)
  expect(refused.prompt.clobberWarningText).toContain(
    'The org has 1 component that the branch does not have. It will be deleted.',
  )
  expect(await lineInOrg(extra)).toBe('// first')
  const unasked = await flowOutAll(world.ctx, stack.flow, { diffMode: 'Org', clobberStrategy: 'Accept' })
  expect(unasked.job.error?.message).toMatch(/^The org has 1 component that the branch does not have/)
  expect((await answered(await asks({ diffMode: 'Org' }), { continue: true })).job.error).toBeNull()
  expect(await lineInOrg(extra)).toBeUndefined()
})

test('a flow out that would overwrite a change of the org, with each strategy: Abort and Auto without a person stop, Auto asks, Accept overwrites', async () => {
  await stack.flow.org.edit(alpha.edit('// by an admin', 1))
  await push([alpha], '// in Git')
  const deployed = await deployments()
  const aborted = await asks({ clobberStrategy: 'Abort' })
  expect((await endOf(aborted)).error?.message).toMatch(/that this flow out would overwrite\. Nothing was/)
  expect(await questionsOf(aborted)).toBe(0)
  expect((await flowOutAll(world.ctx, stack.flow)).job).toMatchObject({ outcome: 'Failed' })

  const refused = await answered(await asks(), { continue: false })
  expect(refused.prompt).toMatchObject({
    clobberWarningText:
      '1 component was changed in the org since the last flow. These changes will be overwritten.',
    clobberedOrgChanges: [
      {
        componentName: 'Alpha',
        changeType: 'Modified',
        orgChangeType: 'Modified',
        changedByName: stack.flow.org.users[1]?.name,
      },
    ],
  })
  const late = await asks()
  const { id } = await questionOf(late)
  await stack.flow.org.edit(alpha.edit('// while it was reviewed', 1))
  await answer(late, id, { continue: true })
  expect((await endOf(late)).error?.message).toBe(
    'The org was changed since the deployment was confirmed. The org holds changes in 1 component that may only be overwritten with the clobber strategy Accept. Nothing was deployed.',
  )
  expect([await lineInOrg(alpha), await deployments()]).toEqual(['// while it was reviewed', deployed])

  const confirmed = await answered(await asks(), { continue: true })
  expect(confirmed.output.confirmedClobber).toMatchObject([{ componentName: 'Alpha' }])
  expect(await lineInOrg(alpha)).toBe('// in Git')

  await stack.flow.org.edit(alpha.edit('// again', 1))
  await push([alpha], '// accepted')
  expect((await flowOutAll(world.ctx, stack.flow, { clobberStrategy: 'Accept' })).job.error).toBeNull()
  expect(await lineInOrg(alpha)).toBe('// accepted')
})

test('a change of the org to what was left out stops nothing', async () => {
  await push([alpha, beta], '// both')
  const jobId = await asks()
  const { id } = await questionOf(jobId)
  await stack.flow.org.edit(alpha.edit('// while it was reviewed', 1))
  await answer(jobId, id, { continue: true, excluded: [alpha] })
  expect((await endOf(jobId)).error).toBeNull()
  expect([await lineInOrg(alpha), await lineInOrg(beta)]).toEqual(['// while it was reviewed', '// both'])
  await flowOutAll(world.ctx, stack.flow, { clobberStrategy: 'Accept' })
})

describe('a worker that is lost', () => {
  const rowsOfPoints = [
    { point: 'check clobber 0.recorded', isAnsweredBefore: false, questions: 0, deployed: 0 },
    { point: 'ask confirm deployment.recorded', isAnsweredBefore: false, questions: 1, deployed: 0 },
    { point: 'check clobber 1.recorded', isAnsweredBefore: true, questions: 1, deployed: 0 },
    { point: 'deploy.post', isAnsweredBefore: true, questions: 1, deployed: 1 },
  ]
  test.each(rowsOfPoints)(
    'at $point: the question is asked once, and one deployment follows the answer',
    async ({ point, isAnsweredBefore, questions, deployed }) => {
      await push([one, two], `// ${point}`)
      const before = await deployments()
      const crashing = crashingCommands(point)
      await world.restart(crashing.commands)
      onTestFinished(() => world.restart())
      const jobId = await asks()
      if (isAnsweredBefore) await excludesTwo(jobId)
      await crashing.reached
      expect([await deployments(), await questionsOf(jobId)]).toEqual([before + deployed, questions])
      await world.restart()
      if (!isAnsweredBefore) await excludesTwo(jobId)
      expect(await endOf(jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
      expect([await deployments(), await questionsOf(jobId)]).toEqual([before + 1, 1])
      expect([await lineInOrg(one), (await rows()).map(({ name }) => name)]).toEqual([`// ${point}`, ['Two']])
      await flowOutAll(world.ctx, stack.flow, { excludedComponents: [] })
    },
  )
})
