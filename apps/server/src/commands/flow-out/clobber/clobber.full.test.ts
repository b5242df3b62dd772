import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { environment } from '../../../platform/database/schema/environments.ts'
import { crashingCommands } from '../../testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../../testing/flow-world.ts'
import { initializedStack } from '../../testing/initialized-stack.ts'
import {
  ended,
  environmentOf,
  flowInAll,
  flowOutAll,
  outputOf,
  submit,
  unasked,
} from '../../testing/run-job.ts'
import { alpha, apexClass, beta, car } from '../../testing/sample-metadata.ts'

const world = flowWorld()

const initialized = () =>
  initializedStack(world, [alpha.edit(), beta.edit(), car.edit({ Color__c: 20, Doors__c: 2 })])

const textOf = async (flow: FlowStack, one: { name: string; path: string }) =>
  (await flow.org.text('ApexClass', one.name))?.[one.path] ?? null

const objectOf = async (flow: FlowStack) => (await flow.org.text('CustomObject', car.name))?.[car.path] ?? ''

/** A class that an admin and a developer changed differently since the last flow. */
async function changedOnBothSides() {
  const { flow, clone } = await initialized()
  await flow.org.edit(alpha.edit('// by an admin', 1))
  await clone.push({ [alpha.file]: alpha.body('// in Git') })
  return { flow, clone }
}

const lengthOf = (object: string, field: string) =>
  object.match(new RegExp(`<fullName>${field}</fullName>[^]*?<length>(\\d+)</length>`))?.[1]

const withLength = (object: string, field: string, length: number) =>
  object.replace(new RegExp(`(<fullName>${field}</fullName>[^]*?<length>)\\d+(</length>)`), `$1${length}$2`)

const identity = { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Alpha' }

describe('a flow out that would overwrite a change of the org', () => {
  test('with Abort fails before anything is deployed, and says what was changed by whom', async () => {
    const { flow } = await changedOnBothSides()
    const before = await environmentOf(world.ctx, flow)
    const { job, output } = await flowOutAll(world.ctx, flow, { clobberStrategy: 'Abort' })
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: {
        message:
          'The org holds changes in 1 component that this flow out would overwrite. Nothing was deployed.',
        details: expect.stringContaining(
          `ApexClass Alpha: changed in the org by ${flow.org.users[1]?.name} on 2`,
        ),
      },
    })
    expect(output).toMatchObject({
      isSuccessful: false,
      attempts: [],
      potentialClobber: [],
      confirmedClobber: [
        {
          ...identity,
          changeType: 'Modified',
          orgChangeType: 'Modified',
          changedByName: flow.org.users[1]?.name,
        },
      ],
    })
    expect(await flow.org.deployments()).toEqual([])
    expect(await textOf(flow, alpha)).toBe(alpha.body('// by an admin'))
    expect(await environmentOf(world.ctx, flow)).toEqual(before)
  })

  test('with Auto, after a flow in that ended in a conflict, keeps the version of the org', async () => {
    const { flow } = await changedOnBothSides()
    expect((await flowInAll(world.ctx, flow, { mergeConflictsStrategy: 'Abort' })).job.outcome).toBe('Failed')
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: {
        message: expect.stringContaining('with the clobber strategy Accept. Nothing was deployed.'),
        details: expect.stringContaining('Flow in first'),
      },
    })
    expect(await flow.org.deployments()).toEqual([])
    expect(await textOf(flow, alpha)).toBe(alpha.body('// by an admin'))
  })

  test('with Accept overwrites it and lists it, but not what could not be deployed', async () => {
    const { flow, clone } = await changedOnBothSides()
    await flow.org.edit(beta.edit('// by an admin', 1))
    await clone.push({ [beta.file]: beta.body('void broken( {') })
    const { job, output } = await flowOutAll(world.ctx, flow, { clobberStrategy: 'Accept' })
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(output.confirmedClobber?.map((one) => one.componentName)).toEqual(['Alpha'])
    expect(await textOf(flow, alpha)).toBe(alpha.body('// in Git'))
    expect(await textOf(flow, beta)).toBe(beta.body('// by an admin'))
  })

  test('is refused as check-only too, without asking Salesforce to validate anything', async () => {
    const { flow } = await changedOnBothSides()
    const { job, output } = await flowOutAll(world.ctx, flow, { checkOnly: true })
    expect(job.outcome).toBe('Failed')
    expect(output).toMatchObject({ isCheckOnly: true, confirmedClobber: [identity] })
    expect(await flow.org.deployments()).toEqual([])
  })

  test('is refused where both sides made a component of one name, or one deleted what the other changed', async () => {
    const { flow, clone } = await initialized()
    const gamma = apexClass('Gamma')
    await flow.org.edit(gamma.edit('// by an admin', 1))
    await flow.org.edit({ type: 'ApexClass', fullName: 'Beta', delete: true })
    await flow.org.edit(alpha.edit('// by an admin', 1))
    await clone.push({
      [gamma.file]: gamma.body('// in Git'),
      [`${gamma.file}-meta.xml`]: gamma.meta,
      [beta.file]: beta.body('// in Git'),
      [alpha.file]: null,
      [`${alpha.file}-meta.xml`]: null,
    })
    const { output } = await flowOutAll(world.ctx, flow)
    const found = output.confirmedClobber?.map(
      (one) => `${one.changeType} ${one.componentName}: ${one.orgChangeType}`,
    )
    expect(found).toEqual(['Deleted Alpha: Modified', 'Modified Beta: Deleted', 'Added Gamma: Added'])
  })

  test('names the field of an object that both sides changed', async () => {
    const { flow, clone } = await initialized()
    await flow.org.edit(car.edit({ Color__c: 77, Doors__c: 2 }, 1))
    await clone.push({ [car.file]: withLength(await clone.read(car.file), 'Color__c', 50) })
    const { output } = await flowOutAll(world.ctx, flow)
    expect(output.confirmedClobber).toMatchObject([
      { componentType: 'CustomField', componentName: 'Car__c.Color__c' },
    ])
  })

  test('names the field that an admin made in an object that Git deletes', async () => {
    const { flow, clone } = await initialized()
    await flow.org.edit(car.edit({ Color__c: 20, Doors__c: 2, Extra__c: 9 }, 1))
    await clone.push({ [car.file]: null })
    const { output } = await flowOutAll(world.ctx, flow)
    expect(output.confirmedClobber).toMatchObject([
      { componentName: 'Car__c.Extra__c', changeType: 'Deleted', orgChangeType: 'Added' },
    ])
    expect(await objectOf(flow)).toContain('Extra__c')
  })

  test('by an org diff is refused: nothing is deleted that only the org has', async () => {
    const { flow } = await initialized()
    const extra = apexClass('OnlyInOrg')
    await flow.org.edit(extra.edit())
    const { job } = await flowOutAll(world.ctx, flow, { diffMode: 'Org', acceptDeletions: true })
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: { details: expect.stringContaining('ApexClass OnlyInOrg: created in the org') },
    })
    expect(await textOf(flow, extra)).toBe(extra.body('// first'))
  })
})

describe('a flow out that overwrites nothing goes on with Abort', () => {
  test('where an admin changed another field of the same object', async () => {
    const { flow, clone } = await initialized()
    await flow.org.edit(car.edit({ Color__c: 77, Doors__c: 2 }, 1))
    await clone.push({ [car.file]: withLength(await clone.read(car.file), 'Doors__c', 5) })
    const { job } = await flowOutAll(world.ctx, flow, { clobberStrategy: 'Abort' })
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    const object = await objectOf(flow)
    expect([lengthOf(object, 'Color__c'), lengthOf(object, 'Doors__c')]).toEqual(['77', '5'])
  })

  test('where an admin made the same change, and after its own deployments', async () => {
    const { flow, clone } = await initialized()
    await flow.org.edit(alpha.edit('// the same', 1))
    await clone.push({ [alpha.file]: alpha.body('// the same'), [beta.file]: beta.body('// one') })
    const first = await flowOutAll(world.ctx, flow, { clobberStrategy: 'Abort' })
    await clone.push({ [beta.file]: beta.body('// two') })
    const second = await flowOutAll(world.ctx, flow, { clobberStrategy: 'Abort' })
    expect([first.job.error, second.job.error]).toEqual([null, null])
    expect(second.output.confirmedClobber).toEqual([])
    expect(await textOf(flow, beta)).toBe(beta.body('// two'))
  })

  test('where an earlier flow out had left the component out', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ [alpha.file]: alpha.body('void broken( {'), [beta.file]: beta.body('// one') })
    await flowOutAll(world.ctx, flow)
    await clone.push({ [alpha.file]: alpha.body('// repaired') })
    const { job } = await flowOutAll(world.ctx, flow, { clobberStrategy: 'Abort' })
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await textOf(flow, alpha)).toBe(alpha.body('// repaired'))
  })
})

/** As after a force push into a repository of one's own: the commit that the org equalled is gone. */
async function rewritten() {
  const { flow, clone } = await initialized()
  await flow.org.edit(alpha.edit('// in the org', 1))
  const gone = 'f'.repeat(40)
  await world.ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx
      .update(environment)
      .set({ latestKnownParityCommitHash: gone, latestKnownParityCommitHashOutbound: gone })
      .where(eq(environment.stackId, flow.stackId)),
  )
  return { flow, clone }
}

describe('where history was rewritten and nothing tells what the org was like', () => {
  const expected = [{ ...identity, orgChangeType: null, changedByName: expect.any(String) }]

  test('Auto overwrites what may have been changed, and says so', async () => {
    const { flow } = await rewritten()
    const { job, output } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(output).toMatchObject({ confirmedClobber: [], potentialClobber: expected })
    expect(await textOf(flow, alpha)).toBe(alpha.body('// first'))
  })

  test('Abort does not', async () => {
    const { flow } = await rewritten()
    const { job, output } = await flowOutAll(world.ctx, flow, { clobberStrategy: 'Abort' })
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: { details: expect.stringContaining('ApexClass Alpha: may have been changed in the org by') },
    })
    expect(output.potentialClobber).toMatchObject(expected)
    expect(await textOf(flow, alpha)).toBe(alpha.body('// in the org'))
  })

  test('Auto deletes nothing that only the org has, and lists it', async () => {
    const { flow, clone } = await rewritten()
    const extra = apexClass('OnlyInOrg')
    await flow.org.edit(extra.edit())
    await flow.org.edit(car.edit({ Color__c: 20, Doors__c: 2, Extra__c: 9 }, 1))
    const { job, output } = await flowOutAll(world.ctx, flow, { clobberStrategy: 'Accept' })
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(output.onlyInOrg?.map((one) => one.componentName)).toEqual(['OnlyInOrg', 'Car__c.Extra__c'])
    expect(await textOf(flow, extra)).toBe(extra.body('// first'))
    expect(await objectOf(flow)).toContain('Extra__c')
    await flowInAll(world.ctx, flow)
    await clone.pull()
    expect(await clone.read(extra.file)).toBe(extra.body('// first'))
  })
})

/** Loses the worker at a point, lets an admin change a class meanwhile, and ends the job on another worker. */
async function changedAt(point: string, flow: FlowStack) {
  const crashing = crashingCommands(point)
  await world.restart(crashing.commands)
  const jobTemplate = unasked('FlowOut')
  const jobId = await submit(world.ctx, flow, { jobCommandName: 'FlowOut', jobTemplate })
  await crashing.reached
  await flow.org.edit(beta.edit('// meanwhile', 1))
  await world.restart()
  return await ended(world.ctx, flow, jobId)
}

describe('a change in the org while a flow out runs', () => {
  test('is seen between the check and the deployment', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ [beta.file]: beta.body('// in Git') })
    const job = await changedAt('check clobber 1.recorded', flow)
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: {
        message: expect.stringContaining('changed in the org while the job ran. Nothing was deployed'),
      },
    })
    expect(await flow.org.deployments()).toEqual([])
    expect(await textOf(flow, beta)).toBe(beta.body('// meanwhile'))
  })

  test('is seen between two attempts', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ [alpha.file]: alpha.body('void broken( {'), [beta.file]: beta.body('// in Git') })
    const job = await changedAt('deployment 1.recorded', flow)
    const output = await outputOf(world.ctx, flow, job.id)
    expect(job.outcome).toBe('Failed')
    expect(output.attempts).toHaveLength(1)
    expect(output.confirmedClobber?.map((one) => one.componentName)).toEqual(['Beta'])
    expect(await textOf(flow, beta)).toBe(beta.body('// meanwhile'))
  })
})
