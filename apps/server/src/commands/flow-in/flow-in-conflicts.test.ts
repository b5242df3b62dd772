import { beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { openConflict } from '../testing/open-conflict.ts'
import { ended, environmentOf, everything, outputOf, submit } from '../testing/run-job.ts'
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

describe('a flow in that conflicts', () => {
  test('[J-003] waits until people have resolved each file and commits exactly that', async () => {
    await clone.pull()
    const gone = { [gamma.file]: null, [`${gamma.file}-meta.xml`]: null }
    await clone.push({
      [alpha.file]: alpha.body('// in Git'),
      [beta.file]: `// above\n${beta.body('// in Git')}`,
      [delta.file]: delta.body('// in Git'),
      ...gone,
      [car.file]: car.text({ A__c: 2, B__c: 1, Branch__c: 5 }),
    })
    for (const one of [alpha, beta, gamma, delta]) await flow.org.edit(one.edit('// in the org'))
    await flow.org.edit(car.edit({ A__c: 3, B__c: 1, Org__c: 6 }))
    const jobId = await flowIn()
    const open = await openConflict(world.ctx, flow, jobId)
    // From here on the job waits without a run, as it does when people need more than half a minute.
    clock.advance(31_000)
    const environment = await environmentOf(world.ctx, flow)
    expect(open.conflict).toMatchObject({
      jobId,
      title: 'Flow in to main',
      mergeContext: 'FlowIn',
      localEnvironmentId: environment?.id,
      remoteEnvironmentId: environment?.id,
    })
    const statuses = open.conflict.files.map(({ filePath, status }) => [filePath, status])
    expect(Object.fromEntries(statuses)).toEqual({
      [alpha.file]: 'UnmergedBothModified',
      [beta.file]: 'UnmergedBothModified',
      [delta.file]: 'UnmergedBothModified',
      [gamma.file]: 'UnmergedDeletedByUs',
      [car.file]: 'UnmergedBothModified',
    })
    await open.save(alpha.file, alpha.body('// of both'))
    await open.resolve({
      [alpha.file]: 'Manual',
      [beta.file]: 'PreferRemote',
      [delta.file]: 'TakeLocal',
      [gamma.file]: 'TakeRemote',
      [car.file]: 'PreferLocal',
    })
    await open.answer(true)
    const job = await ended(world.ctx, flow, jobId)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body('// of both'))
    expect(await clone.read(beta.file)).toBe(`// above\n${beta.body('// in the org')}`)
    expect(await clone.read(delta.file)).toBe(delta.body('// in Git'))
    expect(await clone.read(gamma.file)).toBe(gamma.body('// in the org'))
    expect(await clone.files()).toContain(`${gamma.file}-meta.xml`)
    const object = await clone.read(car.file)
    expect(['A__c', 'Branch__c', 'Org__c'].map((name) => lengthOf(object, name))).toEqual([2, 5, 6])
    const { mergeResult } = await outputOf(world.ctx, flow, jobId)
    expect(mergeResult?.conflictCount).toBe(5)
    expect(mergeResult?.resolvedConflicts).toContainEqual({ filePath: alpha.file, resolvedAs: 'Manual' })
    expect(job.notices).toMatchObject([
      { subject: 'MergeConflict', body: { conflictId: open.conflict.id, autoResolvedAs: null } },
    ])
  })

  test('that people abort ends as cancelled and changes nothing', async () => {
    const { pushed } = await changeAlpha()
    const before = await environmentOf(world.ctx, flow)
    const jobId = await flowIn()
    const open = await openConflict(world.ctx, flow, jobId)
    await open.resolve({ [alpha.file]: 'TakeRemote' })
    await open.answer(false)
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({
      outcome: 'Cancelled',
      error: { message: expect.stringContaining('The resolution of the merge conflicts was aborted.') },
    })
    await clone.git('fetch', '--quiet')
    expect(await clone.git('rev-parse', 'origin/main')).toBe(pushed)
    expect(await environmentOf(world.ctx, flow)).toEqual(before)
  })
})

const lengthOf = (object: string, name: string) =>
  Number(new RegExp(`<fullName>${name}</fullName>[^]*?<length>(\\d+)<`, 'u').exec(object)?.[1])
