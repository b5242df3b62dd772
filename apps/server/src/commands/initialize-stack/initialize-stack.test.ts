import { describe, expect, test } from 'vitest'
import { lookAtRemote } from '../../repository/branch-layout.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { flowWorld } from '../testing/flow-world.ts'
import { environmentOf, flowOutAll, includeSpecs, initialize } from '../testing/run-job.ts'
import { alpha, apexClass, car } from '../testing/sample-metadata.ts'
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
    const stackNow = async () => {
      const { workspaceId, stackId } = flow
      return await world.ctx.database.asSystem((tx) => findStack(tx, workspaceId, stackId))
    }
    expect(await stackNow()).toMatchObject({ isInitialized: false, metadataLayout: null })
    expect((await environmentOf(world.ctx, flow))?.isInitialized ?? false).toBe(false)
    const { job } = await initialize(world.ctx, flow)
    expect(await stackNow()).toMatchObject({ isInitialized: true, metadataLayout: 'Packages' })
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

  test('a branch with metadata of another layout is refused by name, and nothing is committed to it', async () => {
    const flow = await connected()
    const clone = await cloneOf(world.folder, flow)
    const field = 'force-app/main/default/objects/Car__c/fields/Color__c.field-meta.xml'
    const project = { packageDirectories: [{ path: 'force-app', default: true }, { path: 'core' }] }
    const head = await clone.push({ 'sfdx-project.json': JSON.stringify(project), [field]: '<CustomField/>' })
    const { username, password, origin, pathname } = new URL(flow.repositoryUrl)
    const url = origin + pathname
    const credential = { username: decodeURIComponent(username), password: decodeURIComponent(password) }
    const remote = { url, ...credential, ...(await world.ctx.outgoing.routeToRepository(url)) }
    expect(await lookAtRemote(world.ctx, remote, { branch: 'new', metadataPath: '/src' })).toMatchObject({
      branch: 'main',
      layout: 'Source',
      refusal: expect.stringContaining('cannot be read or written yet'),
    })
    const { job } = await initialize(world.ctx, flow)
    expect(job.outcome).toBe('Failed')
    expect(job.error?.message).toContain(
      'Found an SFDX project: 2 package directories. Files in source format',
    )
    expect(job.error?.message).toContain('in /force-app, /core cannot be read')
    await clone.pull()
    expect(await clone.git('rev-parse', 'HEAD')).toBe(head)
    await clone.push({
      'sfdx-project.json': null,
      [field]: null,
      'ant/objects/Car__c.object': '<CustomObject/>',
    })
    const other = await initialize(world.ctx, flow)
    expect(other.job.error?.message).toContain('Change the metadata path to /ant in')
    expect(await environmentOf(world.ctx, flow)).toBeNull()
  })

  test('a sandbox is refused', async () => {
    const flow = await world.connect({ isSandbox: true })
    const { job } = await initialize(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Failed', error: { message: expect.stringContaining('sandbox') } })
  })
})
