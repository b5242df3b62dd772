import { describe, expect, test } from 'vitest'
import { until } from '../../testing/test-jobs.ts'
import { crashingCommands } from '../testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { cancelJob, ended, environmentOf, everything, flowInAll, jobOf, submit } from '../testing/run-job.ts'
import { alpha, apexClass, beta, car } from '../testing/sample-metadata.ts'

const world = flowWorld()

/** `start` is the commit at which org and branch are equal. */
async function initialized() {
  const edits = [alpha.edit(), beta.edit(), car.edit({ Color__c: 20, Doors__c: 2 })]
  const stack = await initializedStack(world, edits)
  return { ...stack, start: await head(stack.flow) }
}

const head = async (flow: FlowStack) =>
  (await environmentOf(world.ctx, flow))?.latestKnownParityCommitHash ?? ''

describe('FlowIn', () => {
  test('a component that only changed the case of its name in the org is renamed in the branch', async () => {
    const { flow, clone } = await initialized()
    await flow.org.edit({ type: 'ApexClass', fullName: 'Beta', delete: true })
    await flow.org.edit(apexClass('BETA').edit())
    const { job } = await flowInAll(world.ctx, flow)
    expect(job.error).toBeNull()
    await clone.pull()
    const files = await clone.files()
    expect(files).toContain('src/unpackaged/classes/BETA.cls')
    expect(files).not.toContain(beta.file)
  })

  test('a manifest that both sides changed names what the merge holds', async () => {
    const { flow, clone } = await initialized()
    const manifest = 'src/unpackaged/package.xml'
    const [inGit, inOrg] = [apexClass('Gamma'), apexClass('Delta')]
    const changed = (await clone.read(manifest)).replace('>Beta<', '>Beta</members><members>Gamma<')
    const files = { [inGit.file]: inGit.body('// in Git'), [`${inGit.file}-meta.xml`]: inGit.meta }
    const pushed = await clone.push({ ...files, [manifest]: changed, 'README.md': 'kept' })
    await flow.org.edit(inOrg.edit())
    const { job } = await flowInAll(world.ctx, flow)
    await clone.pull()
    const names = (await clone.read(manifest)).match(/(?<=>)(Alpha|Beta|Delta|Gamma)(?=<)/g)
    expect([job.error, names]).toEqual([null, ['Alpha', 'Beta', 'Delta', 'Gamma']])
    expect(await clone.read(inGit.file)).toBe(inGit.body('// in Git'))
    expect(await clone.read('README.md')).toBe('kept')
    expect(await clone.git('rev-parse', 'HEAD^1')).toBe(pushed)
  })

  test('one name that org and branch brought in two spellings is a conflict', async () => {
    const { flow, clone } = await initialized()
    const [inGit, inOrg] = [apexClass('gamma'), apexClass('Gamma')]
    const pushed = await clone.push({
      [inGit.file]: inGit.body('// in Git'),
      [`${inGit.file}-meta.xml`]: inGit.meta,
    })
    await flow.org.edit(inOrg.edit())
    const { job } = await flowInAll(world.ctx, flow)
    expect(job.outcome).toBe('Failed')
    expect(job.error?.message).toContain(`${inOrg.file}, ${inGit.file}`)
    await clone.git('fetch', '--quiet')
    expect(await clone.git('rev-parse', 'origin/main')).toBe(pushed)
  })

  test('a cancelled retrieve ends the job, and the environment is free again', async () => {
    const { flow } = await initialized()
    await flow.org.admin('POST', 'faults', { kind: 'hold', operation: 'retrieve' })
    const template = { jobCommandName: 'FlowIn', jobTemplate: { environmentFilter: everything } } as const
    const jobId = await submit(world.ctx, flow, template)
    await until(async () => (await jobOf(world.ctx, flow, jobId)).status === 'Running')
    await cancelJob(world.ctx, flow, jobId)
    const job = await ended(world.ctx, flow, jobId)
    await flow.org.admin('DELETE', 'faults')
    expect(job.outcome).toBe('Cancelled')
    expect((await flowInAll(world.ctx, flow)).job).toMatchObject({ outcome: 'Succeeded', error: null })
  })

  test('force takes nothing away that include specs pushed while it ran want and the org has', async () => {
    const { flow, clone } = await initialized()
    const specs = await clone.read('.sluiceinclude')
    const meta = `${beta.file}-meta.xml`
    await clone.push({
      '.sluiceinclude': `${specs}\n!unpackaged/~/ApexClass/Beta\n`,
      [beta.file]: null,
      [meta]: null,
    })
    await flow.org.edit(alpha.edit('// edited', 1))
    const crashing = crashingCommands('merge 1.recorded')
    await world.restart(crashing.commands)
    const jobTemplate = { environmentFilter: everything, force: true, noConfirm: true }
    const jobId = await submit(world.ctx, flow, { jobCommandName: 'FlowIn', jobTemplate })
    await crashing.reached
    await clone.push({ '.sluiceinclude': specs, [beta.file]: beta.body('// first'), [meta]: beta.meta })
    await world.restart()
    expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    await clone.pull()
    expect(await clone.read(beta.file)).toBe(beta.body('// first'))
  })
})
