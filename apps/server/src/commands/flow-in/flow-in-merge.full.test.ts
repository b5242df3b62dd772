import { beforeAll, describe, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { environmentOf, flowInAll, flowOutAll } from '../testing/run-job.ts'
import { alpha, car } from '../testing/sample-metadata.ts'
import type { WorkingCopy } from '../testing/working-copy.ts'

const world = flowWorld()

const initialized = () => initializedStack(world, [alpha.edit(), car.edit({ A__c: 1, B__c: 1 })])

/** The length of each field of the object in the branch. */
async function lengthsIn(clone: WorkingCopy): Promise<Record<string, number>> {
  await clone.pull()
  const found = (await clone.read(car.file)).matchAll(/<fullName>(\w+)<\/fullName>[^]*?<length>(\d+)</gu)
  return Object.fromEntries([...found].map(([, name, length]) => [name, Number(length)]))
}

describe('an object that branch and org changed', () => {
  test('[J-261] fields added side by side both reach the branch; with semantic merge off they are a conflict', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ [car.file]: car.text({ A__c: 1, B__c: 1, Branch__c: 5 }) })
    await flow.org.edit(car.edit({ A__c: 1, B__c: 1, Org__c: 6 }))
    const lines = { semanticMergeStrategy: 'SkipAll', mergeConflictsStrategy: 'Abort' }
    const byLines = await flowInAll(world.ctx, flow, lines)
    expect(byLines.job).toMatchObject({
      outcome: 'Failed',
      error: { message: expect.stringContaining(car.file) },
    })
    const { job, output } = await flowInAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await lengthsIn(clone)).toEqual({ A__c: 1, B__c: 1, Branch__c: 5, Org__c: 6 })
    expect(output.mergeResult).toMatchObject({ filesChangedByBoth: 1, conflictCount: 0, warningCount: 0 })
  })

  test('what the branch still names and the org deleted is a warning of the result', async () => {
    const { flow, clone } = await initialized()
    const layout = 'src/unpackaged/layouts/Car__c-Car Layout.layout'
    await clone.push({
      [layout]: `<?xml version="1.0" encoding="UTF-8"?>
<Layout xmlns="http://soap.sforce.com/2006/04/metadata">
    <layoutSections>
        <layoutColumns>
            <layoutItems>
                <field>B__c</field>
            </layoutItems>
        </layoutColumns>
    </layoutSections>
</Layout>
`,
    })
    await flow.org.edit({ type: 'CustomField', fullName: 'Car__c.B__c', delete: true })
    const { job, output } = await flowInAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(output.mergeResult).toMatchObject({
      warningCount: 1,
      warnings: [{ filePath: layout, message: expect.stringContaining('CustomField Car__c.B__c') }],
    })
  })
})

const parentsOfHead = (clone: WorkingCopy) => clone.git('log', '-1', '--format=%P', 'origin/main')

/** Runs a flow in and returns the head of the branch and the recorded parity commits. */
async function recordedBy(flow: FlowStack, clone: WorkingCopy) {
  expect((await flowInAll(world.ctx, flow)).job).toMatchObject({ outcome: 'Succeeded', error: null })
  await clone.git('fetch', '--quiet')
  const state = await environmentOf(world.ctx, flow)
  return {
    head: await clone.git('rev-parse', 'origin/main'),
    parity: state?.latestKnownParityCommitHash,
    outbound: state?.latestKnownParityCommitHashOutbound,
  }
}

describe('the parity commit of a flow in', () => {
  test('is the head of the branch where org and branch made the same change, so that the next flow in needs no merge commit', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ [alpha.file]: alpha.body('// in both') })
    await flow.org.edit(alpha.edit('// in both'))
    const first = await recordedBy(flow, clone)
    expect(first).toEqual({ head: first.head, parity: first.head, outbound: first.head })
    await flow.org.edit(alpha.edit('// in the org alone'))
    const next = await recordedBy(flow, clone)
    expect(next).toEqual({ head: next.head, parity: next.head, outbound: next.head })
    expect(await parentsOfHead(clone)).toBe(first.head)
  })

  test('is the head of the branch where its commits revert each other', async () => {
    const { flow, clone } = await initialized()
    const before = await clone.read(alpha.file)
    await clone.push({ [alpha.file]: alpha.body('// in the branch') })
    const undone = await clone.push({ [alpha.file]: before })
    expect(await recordedBy(flow, clone)).toEqual({ head: undone, parity: undone, outbound: undone })
  })

  test('is not the head of the branch while the branch has a change that the org lacks', async () => {
    const { flow, clone } = await initialized()
    const before = await environmentOf(world.ctx, flow)
    const head = await clone.push({ [alpha.file]: alpha.body('// in the branch') })
    const parity = before?.latestKnownParityCommitHash
    expect(await recordedBy(flow, clone)).toEqual({ head, parity, outbound: parity })
  })
})

describe('[J-235, J-260] a field that branch and org changed differently', () => {
  let flow: FlowStack
  let clone: WorkingCopy
  let pushed = ''
  beforeAll(async () => {
    ;({ flow, clone } = await initialized())
    pushed = await clone.push({ [car.file]: car.text({ A__c: 2, B__c: 1, Branch__c: 5 }) })
    await flow.org.edit(car.edit({ A__c: 3, B__c: 1, Org__c: 6 }))
  })

  test.each([
    [{ checkOnly: true }, '“Ask for each conflict” (AskForEach) asks neither in a check-only job'],
    [{ mergeConflictsStrategy: 'Prompt' }, 'The strategy Prompt needs a person'],
    [{ mergeConflictsStrategy: 'GitMergetool' }, 'The strategy GitMergetool needs a person'],
    [{ mergeConflictsStrategy: 'Abort' }, 'The job was told to end at a merge conflict'],
    [{ semanticMergeStrategy: 'Prompt' }, 'Semantic merge Prompt needs a person'],
  ])('with %j the job fails and pushes nothing', async (settings, why) => {
    const before = await environmentOf(world.ctx, flow)
    const { job } = await flowInAll(world.ctx, flow, settings)
    expect(job).toMatchObject({ outcome: 'Failed', error: { message: expect.stringContaining(why) } })
    expect(job.error?.message).toContain(`in 1 file: ${car.file}`)
    await clone.git('fetch', '--quiet')
    expect(await clone.git('rev-parse', 'origin/main')).toBe(pushed)
    const after = await environmentOf(world.ctx, flow)
    expect(after?.latestKnownParityCommitHash).toBe(before?.latestKnownParityCommitHash)
  })

  test.each([
    ['PreferLocal', { A__c: 2, B__c: 1, Branch__c: 5, Org__c: 6 }],
    ['PreferRemote', { A__c: 3, B__c: 1, Branch__c: 5, Org__c: 6 }],
    ['TakeLocalFile', { A__c: 2, B__c: 1, Branch__c: 5 }],
    ['TakeRemoteFile', { A__c: 3, B__c: 1, Org__c: 6 }],
  ] as const)('%s settles it, and the result says how', async (strategy, lengths) => {
    const again = await initialized()
    await again.clone.push({ [car.file]: car.text({ A__c: 2, B__c: 1, Branch__c: 5 }) })
    await again.flow.org.edit(car.edit({ A__c: 3, B__c: 1, Org__c: 6 }))
    const { job, output } = await flowInAll(world.ctx, again.flow, { mergeConflictsStrategy: strategy })
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await lengthsIn(again.clone)).toEqual(lengths)
    expect(output.mergeResult).toMatchObject({
      conflictCount: 1,
      resolvedConflicts: [{ filePath: car.file, resolvedAs: strategy.replace('File', '') }],
    })
  })
})

/** A class whose version in the branch the org refused, and of which the org has another since. */
async function withUndeployedClass() {
  const { flow, clone } = await initialized()
  await clone.push({
    [alpha.file]: alpha.body('void broken( {'),
    [car.file]: car.text({ A__c: 2, B__c: 1 }),
  })
  expect((await flowOutAll(world.ctx, flow)).job.outcome).toBe('Succeeded')
  await flow.org.edit(alpha.edit('// in the org'))
  return { flow, clone }
}

describe('a class that failed to deploy and was changed in the org afterwards', () => {
  test('is a conflict that the strategy settles', async () => {
    const { flow, clone } = await withUndeployedClass()
    const { job } = await flowInAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Failed', error: { message: expect.stringContaining(alpha.file) } })
    const local = await flowInAll(world.ctx, flow, { mergeConflictsStrategy: 'PreferLocal' })
    expect(local.job).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body('void broken( {'))
    const remote = await flowInAll(world.ctx, flow, { mergeConflictsStrategy: 'TakeRemoteFile' })
    expect(remote.output.mergeResult?.resolvedConflicts).toEqual([
      { filePath: alpha.file, resolvedAs: 'TakeRemote' },
    ])
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body('// in the org'))
  })
})
