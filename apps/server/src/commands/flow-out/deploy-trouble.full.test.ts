import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { openConnection } from '@sluice/salesforce/connection'
import { checkDeploy, startDeploy } from '@sluice/salesforce/metadata/deploy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { until } from '../../testing/test-jobs.ts'
import { saveArchive } from '../../steps/org/retrieve/archive-files.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { cancelJob, ended, environmentOf, flowOutAll, jobOf, submit, unasked } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import type { WorkingCopy } from '../testing/working-copy.ts'

const clock = createTestClock()
const world = flowWorld({ clock })
let flow: FlowStack
let clone: WorkingCopy

beforeEach(async () => {
  ;({ flow, clone } = await initializedStack(world, [alpha.edit()]))
  await clone.push({ [alpha.file]: alpha.body('// deployed') })
})

afterEach(() => flow.org.admin('DELETE', 'faults'))

const flowOutJob = (settings: object = {}) =>
  submit(world.ctx, flow, {
    jobCommandName: 'FlowOut',
    jobTemplate: { ...unasked('FlowOut'), ...settings },
  })
const deployed = async () =>
  (await flow.org.text('ApexClass', 'Alpha'))?.[alpha.path] === alpha.body('// deployed')

describe('a deployment in trouble', () => {
  test('whose answer is lost is found in the org and not posted again', async () => {
    await flow.org.admin('POST', 'faults', { kind: 'lostReply', operation: 'deploy' })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await flow.org.deployments()).toHaveLength(1)
    expect(await deployed()).toBe(true)
  })

  // With the strategy Accept a change of the org, such as the first deployment, does not stop the flow out.
  test('whose worker is lost is found by a server whose clock is ahead of the org', async () => {
    clock.advance(2 * 3_600_000)
    const crashing = crashingCommands('deploy.post')
    await world.restart(crashing.commands)
    const jobId = await flowOutJob({ clobberStrategy: 'Accept' })
    await crashing.reached
    await world.restart()
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await flow.org.deployments()).toHaveLength(1)
  })

  test('that never arrived is posted', async () => {
    await flow.org.admin('POST', 'faults', { kind: 'lostRequest', operation: 'deploy' })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await flow.org.deployments()).toHaveLength(1)
  })

  test('is waited for while the polls fail', async () => {
    await flow.org.admin('POST', 'faults', { kind: 'servletState', operation: 'checkDeployStatus', times: 3 })
    await flow.org.admin('POST', 'faults', { kind: 'htmlPage', operation: 'checkDeployStatus', times: 2 })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  })

  test('is waited for while too many calls run at the same time', async () => {
    await flow.org.admin('POST', 'faults', {
      kind: 'tooManyRequests',
      operation: 'checkDeployStatus',
      times: 2,
    })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await environmentOf(world.ctx, flow)).toMatchObject({ needsFullRetrieve: false })
  })

  test('ends the job when the org takes no more calls that day, and says so', async () => {
    await flow.org.admin('POST', 'faults', {
      kind: 'requestLimit',
      operation: 'checkDeployStatus',
      times: 99,
    })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: { message: expect.stringContaining('daily limit of API calls') },
    })
  })

  test('that may be one of two is never repeated, and the environment asks for an org diff', async () => {
    const crashing = crashingCommands('deploy.post')
    await world.restart(crashing.commands)
    const jobId = await flowOutJob()
    await crashing.reached
    await deployLookalike()
    await world.restart()
    const job = await ended(world.ctx, flow, jobId)
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: { message: expect.stringContaining('cannot be told') },
    })
    expect(await flow.org.deployments()).toHaveLength(2)
    expect(await environmentOf(world.ctx, flow)).toMatchObject({
      needsFullRetrieve: true,
      lastSnapshotNumber: 1,
    })
  })

  test('that never arrived is not taken for one of another tool with the same user', async () => {
    const crashing = crashingCommands('deploy.upload')
    await world.restart(crashing.commands)
    const jobId = await flowOutJob()
    await crashing.reached
    await deployLookalike([alpha, beta])
    await world.restart()
    const job = await ended(world.ctx, flow, jobId)
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: { message: expect.stringContaining('cannot be told') },
    })
    expect(await flow.org.deployments()).toHaveLength(1)
    expect(await environmentOf(world.ctx, flow)).toMatchObject({
      needsFullRetrieve: true,
      lastSnapshotNumber: 1,
    })
  })

  test('that is cancelled ends as the org says', async () => {
    await flow.org.admin('POST', 'faults', { kind: 'hold', operation: 'deploy' })
    const jobId = await flowOutJob()
    await noticed(jobId)
    await cancelJob(world.ctx, flow, jobId)
    await inOrg(jobId, 'Canceling')
    await flow.org.admin('DELETE', 'faults')
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Cancelled' })
    expect(await deployed()).toBe(false)
  })

  test('that can no longer be cancelled succeeds, and is recorded', async () => {
    await flow.org.admin('POST', 'faults', { kind: 'insufficientAccess', operation: 'cancelDeploy' })
    await flow.org.admin('POST', 'faults', { kind: 'hold', operation: 'deploy' })
    const jobId = await flowOutJob()
    await noticed(jobId)
    await cancelJob(world.ctx, flow, jobId)
    await until(async () => (await jobOf(world.ctx, flow, jobId)).status === 'Cancelling')
    await until(async () => (await remainingFaults('cancelDeploy')) === 0)
    await flow.org.admin('DELETE', 'faults')
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({
      outcome: 'Succeeded',
      cancellationIsRequested: true,
    })
    expect(await environmentOf(world.ctx, flow)).toMatchObject({ lastSnapshotNumber: 2 })
  })

  test('that the job can no longer follow leaves the environment asking for an org diff', async () => {
    await flow.org.admin('POST', 'faults', {
      kind: 'insufficientAccess',
      operation: 'checkDeployStatus',
      times: 99,
    })
    const { job } = await flowOutAll(world.ctx, flow)
    expect(job.outcome).toBe('Failed')
    expect(await environmentOf(world.ctx, flow)).toMatchObject({
      needsFullRetrieve: true,
      lastSnapshotNumber: 1,
    })
    await flow.org.admin('DELETE', 'faults')
    expect((await flowOutAll(world.ctx, flow)).job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await environmentOf(world.ctx, flow)).toMatchObject({ needsFullRetrieve: false })
  })

  test('a busy org gets the same deployment again', async () => {
    await flow.org.admin('POST', 'faults', { kind: 'lockRow', operation: 'deploy' })
    const { job, output } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(output.attempts).toHaveLength(2)
  })

  test.each(['componentSetupLocked', 'componentRowLocked'])(
    'a component that fails because the org is busy (%s) is deployed again, not left out',
    async (kind) => {
      await flow.org.admin('POST', 'faults', { kind, operation: 'deploy' })
      const { job, output } = await flowOutAll(world.ctx, flow)
      expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
      expect(output.attempts).toHaveLength(2)
      expect(output.failures).toEqual([])
      expect(await deployed()).toBe(true)
    },
  )

  test('a component that fails beside a busy one is left out alone', async () => {
    await clone.push({ [beta.file]: beta.body('void broken( {'), [`${beta.file}-meta.xml`]: beta.meta })
    await flow.org.admin('POST', 'faults', { kind: 'componentSetupLocked', operation: 'deploy' })
    const { job, output } = await flowOutAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(output.failures).toMatchObject([{ componentName: 'Beta' }])
    expect(await deployed()).toBe(true)
  })

  test('an org that changed its kind gets nothing', async () => {
    const crashing = crashingCommands('diff.recorded')
    await world.restart(crashing.commands)
    const jobId = await flowOutJob()
    await crashing.reached
    await flow.org.admin('PATCH', `orgs/${flow.org.id}`, { isSandbox: true })
    await world.restart()
    const job = await ended(world.ctx, flow, jobId)
    expect(job).toMatchObject({ outcome: 'Failed', error: { message: expect.stringContaining('sandbox') } })
    expect(await flow.org.deployments()).toEqual([])
  })
})

async function inOrg(jobId: string, status: string): Promise<void> {
  const connection = openConnection({
    ...(await flow.org.session()),
    addresses: world.ctx.outgoing.salesforce,
  })
  const { notices } = await jobOf(world.ctx, flow, jobId)
  const id = notices.flatMap((one) =>
    one.subject === 'DeploymentOperationCreated' ? one.body.operationId : [],
  )[0]
  await until(async () => (await checkDeploy(connection, id ?? '')).status === status)
}

/** How many calls of the operation will still be refused. */
async function remainingFaults(operation: string): Promise<number> {
  const { faults } = await flow.org.admin<{ faults: { operation: string; remaining: number }[] }>(
    'GET',
    'faults',
  )
  return faults.find((fault) => fault.operation === operation)?.remaining ?? 0
}

async function noticed(jobId: string): Promise<void> {
  await until(async () => (await jobOf(world.ctx, flow, jobId)).notices.length > 0)
}

/** Another deployment of the same user, as another client may make it; by default of the same size. */
async function deployLookalike(classes = [alpha]): Promise<void> {
  const session = await flow.org.session()
  const folder = await mkdtemp(join(world.folder, 'lookalike-'))
  const archivePath = join(folder, 'lookalike.zip')
  const members = classes.map(({ name }) => `<members>${name}</members>`).join('')
  const manifest = `<?xml version="1.0" encoding="UTF-8"?><Package xmlns="http://soap.sforce.com/2006/04/metadata"><types>${members}<name>ApexClass</name></types><version>62.0</version></Package>`
  await saveArchive(archivePath, [
    { path: 'unpackaged/package.xml', content: Buffer.from(manifest) },
    ...classes.flatMap(({ path, body, meta }) => [
      { path: `unpackaged/${path}`, content: Buffer.from(body('// other')) },
      { path: `unpackaged/${path}-meta.xml`, content: Buffer.from(meta) },
    ]),
  ])
  await startDeploy(openConnection({ ...session, addresses: world.ctx.outgoing.salesforce }), {
    archivePath,
    options: {
      checkOnly: false,
      rollbackOnError: true,
      ignoreWarnings: false,
      purgeOnDelete: false,
      testLevel: null,
      runTests: [],
      singlePackage: true,
      allowMissingFiles: false,
    },
  })
}
