import { describe, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { environmentOf, flowOutAll } from '../testing/run-job.ts'
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

describe('FlowOut', () => {
  test('[W-012] deploys a class and a custom field that changed in the branch to the org, and nothing else', async () => {
    const { flow, clone } = await initialized()
    const object = await clone.read(car.file)
    const head = await clone.push({
      [alpha.file]: alpha.body('// deployed'),
      [car.file]: object.replace(
        '<fields>',
        `<fields>\n    <fullName>Doors__c</fullName>\n    <label>Doors</label>\n    <length>2</length>\n    <type>Text</type>\n  </fields>\n  <fields>`,
      ),
    })
    const { job, output } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(output.stats).toEqual({
      added: 1,
      modified: 1,
      deleted: 0,
      unchanged: 1,
      items: 2,
      attempts: 1,
      succeeded: 2,
      failed: 0,
      totalComponents: 2,
    })
    expect(await flow.org.deployments()).toHaveLength(1)
    expect(await textOf(flow, alpha)).toBe(alpha.body('// deployed'))
    expect(await flow.org.changes()).toEqual([
      'changed ApexClass Alpha',
      'created CustomField Car__c.Doors__c',
    ])
    expect(await environmentOf(world.ctx, flow)).toMatchObject({
      latestKnownParityCommitHash: head,
      latestKnownParityCommitHashOutbound: head,
      lastSnapshotNumber: 2,
    })
  })

  test('deletes in the org what was deleted in Git', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ [beta.file]: null, [`${beta.file}-meta.xml`]: null })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job.error).toBeNull()
    expect(await textOf(flow, beta)).toBeNull()
  })

  test('check-only leaves the org and the state of the environment as they are', async () => {
    const { flow, clone } = await initialized()
    const before = await environmentOf(world.ctx, flow)
    await clone.push({ [alpha.file]: alpha.body('// only checked') })
    const { job, output } = await flowOutAll(world.ctx, flow, { checkOnly: true })
    expect(job.outcome).toBe('Succeeded')
    expect(output).toMatchObject({ isCheckOnly: true, isSuccessful: true, environmentSnapshot: null })
    expect(await textOf(flow, alpha)).toBe(alpha.body('// first'))
    expect(await environmentOf(world.ctx, flow)).toEqual(before)
  })

  test('a class with a syntax error is left out and listed with file, line and column; the rest deploys', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ ...broken(alpha), [beta.file]: beta.body('// deployed') })
    const { job, output } = await flowOutAll(world.ctx, flow)
    expect(job.outcome).toBe('Succeeded')
    expect(output.attempts).toHaveLength(2)
    expect(await textOf(flow, beta)).toBe(beta.body('// deployed'))
    expect(await textOf(flow, alpha)).toBe(alpha.body('// first'))
    const [row, ...others] = await undeployed(flow)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      componentName: 'Alpha',
      changeType: 'Modified',
      reason: 'DeploymentProblems',
    })
    expect(row?.problems).toMatchObject([
      { type: 'Error', archiveFilePath: 'unpackaged/classes/Alpha.cls', line: 2 },
    ])
    expect(row?.problems[0]?.column).toBeGreaterThan(0)
  })

  test('all or nothing deploys nothing when one component fails, and reports every error', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ ...broken(alpha), [beta.file]: beta.body('// deployed') })
    const { job, output } = await flowOutAll(world.ctx, flow, { allOrNothing: true })
    expect(job.outcome).toBe('Failed')
    expect(output).toMatchObject({ allOrNothingAttemptFailed: true, isSuccessful: false })
    expect(await textOf(flow, beta)).toBe(beta.body('// first'))
    expect(await undeployed(flow)).toEqual([])
  })

  test('when everything fails no component could be deployed', async () => {
    const { flow, clone } = await initialized()
    await clone.push(broken(alpha))
    const { job, output } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Failed', error: { message: 'No components could be deployed.' } })
    expect(output).toMatchObject({ reachedOnlyFailures: true })
  })

  test('an org diff makes the org equal the branch, also where only the org has changed', async () => {
    const { flow } = await initialized()
    await flow.org.edit(alpha.edit('// only in the org'))
    const extra = apexClass('OnlyInOrg')
    await flow.org.edit(extra.edit())
    const { job } = await flowOutAll(world.ctx, flow, {
      diffMode: 'Org',
      acceptDeletions: true,
      clobberStrategy: 'Accept',
    })
    expect(job.error).toBeNull()
    expect(await textOf(flow, alpha)).toBe(alpha.body('// first'))
    expect(await textOf(flow, extra)).toBeNull()
  })

  test('nothing new in the branch: nothing is deployed and the job succeeds', async () => {
    const { flow } = await initialized()
    const { job, output } = await flowOutAll(world.ctx, flow)
    expect(job.outcome).toBe('Succeeded')
    expect(output).toMatchObject({ attempts: [], diffResult: { diffCounts: { anyChanges: false } } })
    expect(await flow.org.deployments()).toEqual([])
  })

  test('[J-069] each attempt leaves a notice with its deployment and the address of the org, and its archive is kept', async () => {
    const { flow, clone } = await initialized()
    await clone.push({ ...broken(alpha), [beta.file]: beta.body('// deployed') })
    const { job, output } = await flowOutAll(world.ctx, flow)
    const { instanceUrl } = await flow.org.session()
    expect(output.attempts).toHaveLength(2)
    expect(job.notices.map(({ subject, body }) => ({ subject, body }))).toEqual(
      output.attempts?.map(({ deploymentId }) => ({
        subject: 'DeploymentOperationCreated',
        body: { operationId: deploymentId, instanceUrl },
      })),
    )
    expect(output.attempts?.[0]?.deploymentId).toMatch(/^0Af\w+$/)
    expect(job.artifacts.map((one) => one.name)).toEqual(['delta-1.zip', 'delta-2.zip', 'output.json'])
  })
})
