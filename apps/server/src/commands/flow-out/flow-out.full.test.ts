import { describe, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { flowInAll, flowOutAll } from '../testing/run-job.ts'
import { alpha, apexClass, beta, car } from '../testing/sample-metadata.ts'
import { undeployedRows } from '../testing/undeployed-rows.ts'
import type { OrgKind } from '../testing/test-org.ts'

const world = flowWorld()

const initialized = (orgKind?: OrgKind) =>
  initializedStack(world, [alpha.edit(), beta.edit(), car.edit()], orgKind)

const textOf = async (flow: FlowStack, one: { name: string; path: string }) =>
  (await flow.org.text('ApexClass', one.name))?.[one.path] ?? null

const undeployed = (flow: FlowStack) => undeployedRows(world.ctx, flow)

const broken = (one: typeof alpha) => ({ [one.file]: one.body('void broken( {') })

const badRule = `  <validationRules>
    <fullName>Bad</fullName>
    <active>true</active>
    <errorConditionFormula>ISBLANK(No_Such__c)</errorConditionFormula>
    <errorMessage>Never</errorMessage>
  </validationRules>
`

describe('FlowOut', () => {
  test('an object with committed conflict markers is left out by its name, and the rest arrives', async () => {
    const { flow, clone } = await initialized()
    const object = await clone.read(car.file)
    await clone.push({
      [car.file]: object.replace('<fields>', '<<<<<<< ours\n  <fields>'),
      [alpha.file]: alpha.body('// deployed'),
    })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await textOf(flow, alpha)).toBe(alpha.body('// deployed'))
    const rows = (await undeployed(flow)).map((row) => `${row.changeType} ${row.componentName}`)
    expect(rows).toEqual(['Modified Car__c'])
  })

  test('a name is free before it is taken: a class that only changed the case of its name deploys at once', async () => {
    const { flow, clone } = await initialized()
    const renamed = apexClass('BETA')
    await clone.push({
      [beta.file]: null,
      [`${beta.file}-meta.xml`]: null,
      [renamed.file]: renamed.body('// renamed'),
      [`${renamed.file}-meta.xml`]: renamed.meta,
    })
    const { job, output } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(output.attempts).toHaveLength(1)
    expect(await textOf(flow, renamed)).toBe(renamed.body('// renamed'))
    expect(await textOf(flow, beta)).toBeNull()
  })

  test('a name that the branch holds in two spellings is refused before anything is deployed', async () => {
    const { flow, clone } = await initialized()
    const twin = apexClass('beta')
    await clone.push({
      [alpha.file]: alpha.body('// new'),
      [twin.file]: twin.body('// twin'),
      [`${twin.file}-meta.xml`]: twin.meta,
    })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Failed', error: { details: `${beta.file} and ${twin.file}` } })
    expect(await flow.org.deployments()).toEqual([])
  })

  test('what was to make room for something that failed stays, and is remembered', async () => {
    const { flow, clone } = await initialized()
    const renamed = apexClass('BETA')
    await clone.push({
      [beta.file]: null,
      [`${beta.file}-meta.xml`]: null,
      [renamed.file]: renamed.body('void broken( {'),
      [`${renamed.file}-meta.xml`]: renamed.meta,
      [alpha.file]: alpha.body('// deployed'),
    })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job.outcome).toBe('Succeeded')
    expect(await textOf(flow, alpha)).toBe(alpha.body('// deployed'))
    expect(await textOf(flow, beta)).toBe(beta.body('// first'))
    const rows = (await undeployed(flow)).map((row) => `${row.changeType} ${row.componentName}`)
    expect(rows.toSorted()).toEqual(['Added BETA', 'Deleted Beta'])
  })

  test('the next flow in does not revert what could not be deployed', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ ...broken(alpha), [beta.file]: beta.body('// deployed') })
    await flowOutAll(world.ctx, flow)
    await flow.org.edit(beta.edit('// edited in the org'))
    const { job } = await flowInAll(world.ctx, flow)
    await clone.pull()
    expect(job.error).toBeNull()
    expect(await clone.read(alpha.file)).toBe(alpha.body('void broken( {'))
    expect(await clone.read(beta.file)).toBe(beta.body('// edited in the org'))
    expect(await undeployed(flow)).toHaveLength(1)
  })

  test('a component that was left out is tried again, and is off the list when it deploys', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ ...broken(alpha), [beta.file]: beta.body('// deployed') })
    await flowOutAll(world.ctx, flow)
    await clone.push({ [alpha.file]: alpha.body('// repaired') })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job.error).toBeNull()
    expect(await textOf(flow, alpha)).toBe(alpha.body('// repaired'))
    expect(await undeployed(flow)).toEqual([])
  })

  test('a rule that failed is remembered alone: the rest of its object follows the org', async () => {
    const { flow, clone } = await initialized()
    const object = await clone.read(car.file)
    await clone.push({
      [car.file]: object.replace('</CustomObject>', `${badRule}</CustomObject>`),
      [beta.file]: beta.body('// deployed'),
    })
    await flowOutAll(world.ctx, flow)
    expect(await undeployed(flow)).toMatchObject([
      { componentType: 'ValidationRule', componentName: 'Car__c.Bad' },
    ])
    await flow.org.edit(car.edit({ Color__c: 77 }))
    const { job } = await flowInAll(world.ctx, flow)
    await clone.pull()
    expect(job.error).toBeNull()
    const after = await clone.read(car.file)
    expect(after).toContain('<length>77</length>')
    expect(after).toContain('No_Such__c')
  })

  test('an org diff that would delete in the org ends with what it would delete and how to go on', async () => {
    const { flow } = await initialized()
    const extra = apexClass('OnlyInOrg')
    await flow.org.edit(extra.edit())
    const { job } = await flowOutAll(world.ctx, flow, { diffMode: 'Org', clobberStrategy: 'Accept' })
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: {
        message: expect.stringMatching(/1 component that the branch does not have.*“Accept deletions”\.$/),
        details: expect.stringMatching(/acceptDeletions\.[^]*\nApexClass OnlyInOrg$/),
      },
    })
    expect(await flow.org.deployments()).toEqual([])
  })
})
