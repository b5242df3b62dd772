import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { conflict } from '../../platform/database/schema/conflicts.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { until } from '../../testing/test-jobs.ts'
import { loseFiles } from '../testing/lose-files.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { openConflict } from '../testing/open-conflict.ts'
import { ended, everything, submit } from '../testing/run-job.ts'
import { alpha, apexClass, beta, car } from '../testing/sample-metadata.ts'
import type { WorkingCopy } from '../testing/working-copy.ts'

const clock = createTestClock()
const world = flowWorld({ clock })
const [gamma, delta] = [apexClass('Gamma'), apexClass('Delta')]
/** No test changes this class in the branch, so a change in the org never conflicts. */
const onlyInOrg = apexClass('OnlyInOrg')

const flowIn = () =>
  submit(world.ctx, flow, { jobCommandName: 'FlowIn', jobTemplate: { environmentFilter: everything } })

let flow: FlowStack
let clone: WorkingCopy

/** One stack for all tests: what a job leaves behind shows at the next. */
beforeAll(async () => {
  const classes = [alpha, beta, gamma, delta, onlyInOrg].map((one) => one.edit())
  ;({ flow, clone } = await initializedStack(world, [...classes, car.edit({ A__c: 1, B__c: 1 })]))
})

let texts = 0

/** Branch and org change Alpha, each otherwise; gives what the branch and the org have, and the head of the branch. */
async function changeAlpha() {
  texts += 1
  const [inGit, inOrg] = [`// in Git ${texts}`, `// in the org ${texts}`]
  await clone.pull()
  const pushed = await clone.push({ [alpha.file]: alpha.body(inGit) })
  await flow.org.edit(alpha.edit(inOrg))
  return { inGit, inOrg, pushed }
}

const asked = (jobId: string) =>
  world.ctx.database.asSystem(async (tx) => ({
    inquiries: await tx.$count(inquiry, eq(inquiry.jobId, jobId)),
    conflicts: await tx.$count(conflict, eq(conflict.jobId, jobId)),
  }))

describe('a flow in that conflicts', () => {
  test('that nobody resolves in time ends as cancelled and changes nothing', async () => {
    const { pushed } = await changeAlpha()
    const jobId = await flowIn()
    await openConflict(world.ctx, flow, jobId)
    clock.advance(world.ctx.config.waits.inquiryHours * 3_600_000 + 60_000)
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({
      outcome: 'Cancelled',
      error: { message: expect.stringContaining('Nobody answered') },
    })
    await clone.git('fetch', '--quiet')
    expect(await clone.git('rev-parse', 'origin/main')).toBe(pushed)
  })

  test('asks once when the branch moves while people resolve, as long as the file stays as it was', async () => {
    await changeAlpha()
    const jobId = await flowIn()
    const open = await openConflict(world.ctx, flow, jobId)
    await open.save(alpha.file, alpha.body('// of both'))
    await open.resolve({ [alpha.file]: 'Manual' })
    await clone.push({ [beta.file]: beta.body('// meanwhile') })
    await open.answer(true)
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body('// of both'))
    expect(await clone.read(beta.file)).toBe(beta.body('// meanwhile'))
    expect(await asked(jobId)).toEqual({ inquiries: 1, conflicts: 1 })
  })

  test('asks again about a file that changes in the branch while people resolve it', async () => {
    await changeAlpha()
    const jobId = await flowIn()
    const open = await openConflict(world.ctx, flow, jobId)
    await open.resolve({ [alpha.file]: 'TakeRemote' })
    await clone.push({ [alpha.file]: alpha.body('// in Git again') })
    await open.answer(true)
    await until(async () => (await asked(jobId)).inquiries === 2)
    const again = await openConflict(world.ctx, flow, jobId)
    await again.resolve({ [alpha.file]: 'TakeLocal' })
    await again.answer(true)
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body('// in Git again'))
  })
})

describe('a flow in whose worker is lost', () => {
  test.each([
    ['store conflicts of merge 1.done', 'keeps its files'],
    ['merge 1 as resolved.done', 'loses its files'],
  ] as const)('at %s, and %s: nothing is asked twice and no resolution is lost', async (point, files) => {
    const { pushed } = await changeAlpha()
    const crashing = crashingCommands(point)
    await world.restart(crashing.commands)
    const jobId = await flowIn()
    const isBeforeAnswer = files === 'keeps its files'
    if (isBeforeAnswer) {
      await crashing.reached
      await world.restart()
    }
    const open = await openConflict(world.ctx, flow, jobId)
    await open.save(alpha.file, alpha.body(`// ${point}`))
    await open.resolve({ [alpha.file]: 'Manual' })
    await open.answer(true)
    if (!isBeforeAnswer) {
      await crashing.reached
      await loseFiles(world)
      await world.restart()
    }
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body(`// ${point}`))
    expect(await clone.git('rev-list', '--merges', '--count', `${pushed}..HEAD`)).toBe('1')
    expect(await asked(jobId)).toEqual({ inquiries: 1, conflicts: 1 })
  })

  test('and whose files are lost while people resolve goes on with what it retrieved, although the org has changed', async () => {
    const { inOrg } = await changeAlpha()
    const jobId = await flowIn()
    const open = await openConflict(world.ctx, flow, jobId)
    await world.restart(undefined, () => loseFiles(world))
    await flow.org.edit(onlyInOrg.edit('// while people resolved'))
    await open.resolve({ [alpha.file]: 'TakeRemote' })
    await open.answer(true)
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body(inOrg))
    expect(await clone.read(onlyInOrg.file)).not.toContain('while people resolved')
    const next = await flowIn()
    expect(await ended(world.ctx, flow, next)).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read(onlyInOrg.file)).toContain('while people resolved')
  })
})
