import { describe, expect, test } from 'vitest'
import { environment } from '../../platform/database/schema/environments.ts'
import { newId } from '../../platform/ids.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { addStack, submitJob } from '../../testing/test-jobs.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { ended, environmentOf, flowOutAll, includeSpecs, initialize, submit } from '../testing/run-job.ts'
import { alpha, apexClass, beta, car } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

// Every stack here is in a workspace of its own.
const world = flowWorld({ settings: { SLUICE_LIMIT_ENVIRONMENTS: '1' } })

async function connected() {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await flow.org.edit(car.edit())
  return flow
}

describe('InitializeStack', () => {
  test('[S-162][W-018] brings every included component of the org into the repository, and the stack and its production environment are initialized', async () => {
    const flow = await connected()
    const isInitialized = async () => {
      const { workspaceId, stackId } = flow
      const stack = await world.ctx.database.asSystem((tx) => findStack(tx, workspaceId, stackId))
      return stack?.isInitialized
    }
    expect(await isInitialized()).toBe(false)
    expect((await environmentOf(world.ctx, flow))?.isInitialized ?? false).toBe(false)
    const { job } = await initialize(world.ctx, flow)
    expect(await isInitialized()).toBe(true)
    expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
    const clone = await cloneOf(world.folder, flow)
    expect(await clone.files()).toEqual([
      '.gitignore',
      '.sluiceinclude',
      'src/.gitattributes',
      'src/unpackaged/classes/Alpha.cls',
      'src/unpackaged/classes/Alpha.cls-meta.xml',
      'src/unpackaged/objects/Car__c.object',
      'src/unpackaged/package.xml',
    ])
    const production = { isProduction: true, isInitialized: true, lastSnapshotNumber: 1 }
    expect(await environmentOf(world.ctx, flow)).toMatchObject(production)
  })

  test('fails where another stack of the workspace has taken the last environment since it was submitted', async () => {
    const flow = await connected()
    const { workspaceId, stackId } = flow
    const environmentIs = { slug: 'main', name: 'Main', gitBranchName: 'main', isProduction: true }
    const other = { id: newId(), workspaceId, stackId: await addStack(world.ctx, workspaceId) }
    await world.ctx.database.asSystem((tx) => tx.insert(environment).values({ ...other, ...environmentIs }))
    const commandInput = { productionEnvironmentName: 'Production', gitBranchName: 'main', includeSpecs }
    const owner = { workspaceId, stackId, environmentIds: [] }
    const jobId = await submitJob(world.ctx, owner, { commandName: 'InitializeStack', commandInput })
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({
      outcome: 'Failed',
      error: { message: 'The workspace has as many environments as it may have.' },
    })
  })

  test('what the include specs leave out stays out, inside composites too', async () => {
    const flow = await connected()
    await initialize(world.ctx, flow, {
      includeSpecs: `${includeSpecs}\n!unpackaged/~/ApexClass/Alpha\n!unpackaged/~/CustomField/Car__c.Color__c`,
    })
    const clone = await cloneOf(world.folder, flow)
    expect(await clone.files()).not.toContain(alpha.file)
    expect(await clone.read(car.file)).not.toContain('Color__c')
  })

  test('keeps the files and rules of a branch that exists; where both have a file, in whatever case, the org wins', async () => {
    const flow = await connected()
    const clone = await cloneOf(world.folder, flow)
    const own = apexClass('OnlyInGit')
    const twin = apexClass('ALPHA')
    await clone.push({
      [twin.file]: twin.body('// of the branch'),
      'README.md': 'ours',
      '.sluiceinclude': '!unpackaged/~/CustomObject\n',
      [alpha.file]: alpha.body('// of the branch'),
      [own.file]: own.body('// of the branch'),
      [`${own.file}-meta.xml`]: own.meta,
    })
    const { job } = await initialize(world.ctx, flow)
    await clone.pull()
    expect(job.error).toBeNull()
    expect(await clone.read('README.md')).toBe('ours')
    expect(await clone.read('.sluiceinclude')).toMatch(/!unpackaged\/~\/CustomObject\n$/)
    expect(await clone.read(alpha.file)).toBe(alpha.body('// first'))
    const files = await clone.files()
    for (const gone of [car.file, twin.file]) expect(files).not.toContain(gone)
    await flowOutAll(world.ctx, flow)
    expect(await flow.org.changes()).toEqual(['created ApexClass OnlyInGit'])
  })

  test('a failure leaves no environment behind, so that trying again works', async () => {
    const flow = await connected()
    await flow.org.admin('POST', 'faults', { kind: 'retrieveFails', operation: 'retrieve', times: 99 })
    const first = await initialize(world.ctx, flow)
    expect(first.job.outcome).toBe('Failed')
    await flow.org.admin('DELETE', 'faults')
    expect(await environmentOf(world.ctx, flow)).toBeNull()
    expect((await initialize(world.ctx, flow)).job).toMatchObject({ outcome: 'Succeeded', error: null })
  })

  test('a sandbox is refused', async () => {
    const flow = await world.connect({ isSandbox: true })
    const { job } = await initialize(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Failed', error: { message: expect.stringContaining('sandbox') } })
  })

  test.each([
    'create environment.recorded',
    'retrieve.poll',
    'commit 1.recorded',
    'push 1.done',
    'parity.recorded',
  ])('a worker lost at %s changes nothing about the result', async (point) => {
    const flow = await connected()
    const crashing = crashingCommands(point)
    await world.restart(crashing.commands)
    const jobId = await submit(world.ctx, flow, {
      jobCommandName: 'InitializeStack',
      jobTemplate: { includeSpecs },
    })
    await crashing.reached
    await world.restart()
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    const clone = await cloneOf(world.folder, flow)
    expect(await clone.git('rev-list', '--count', 'HEAD')).toBe('3')
    expect(await environmentOf(world.ctx, flow)).toMatchObject({ isInitialized: true, lastSnapshotNumber: 1 })
  })

  test('a branch that moves meanwhile is merged into', async () => {
    const flow = await connected()
    const clone = await cloneOf(world.folder, flow)
    await clone.push({ [beta.file]: beta.body('// early'), 'README.md': 'one' })
    const crashing = crashingCommands('merge 1.recorded')
    await world.restart(crashing.commands)
    const jobId = await submit(world.ctx, flow, {
      jobCommandName: 'InitializeStack',
      jobTemplate: { includeSpecs },
    })
    await crashing.reached
    await clone.push({ 'README.md': 'two' })
    await world.restart()
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read('README.md')).toBe('two')
    expect(await clone.read(alpha.file)).toBe(alpha.body('// first'))
  })
})
