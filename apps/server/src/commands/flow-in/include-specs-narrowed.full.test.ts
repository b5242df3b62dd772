import { expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { environmentOf, flowInAll, flowOutAll, includeSpecs } from '../testing/run-job.ts'
import { alpha, beta, car } from '../testing/sample-metadata.ts'
import type { WorkingCopy } from '../testing/working-copy.ts'

const world = flowWorld()

const narrowed = `${includeSpecs}
!unpackaged/~/ApexClass/Beta
!unpackaged/~/CustomField/Car__c.Size__c
`
const betaFiles = [beta.file, `${beta.file}-meta.xml`]

const initialized = () =>
  initializedStack(world, [alpha.edit(), beta.edit(), car.edit({ Color__c: 20, Size__c: 30 })])

/** The files in the branch that the narrowed include specs exclude. */
async function leftInBranch(clone: WorkingCopy): Promise<string[]> {
  await clone.pull()
  const files = await clone.files()
  const named = ['Beta', 'Size__c']
  const texts = [await clone.read(car.file), await clone.read('src/unpackaged/package.xml')].join('\n')
  return [
    ...files.filter((file) => betaFiles.includes(file)),
    ...named.filter((name) => texts.includes(name)),
  ]
}

async function expectWholeOrg({ org }: FlowStack): Promise<void> {
  expect((await org.text('ApexClass', 'Beta'))?.[beta.path]).toBe(beta.body('// first'))
  expect((await org.text('CustomObject', 'Car__c'))?.[car.path]).toContain('<fullName>Size__c</fullName>')
}

test('the next flow in removes the files that narrowed include specs exclude from Git, and nothing is deleted in the org', async () => {
  const { ctx } = world
  const { flow, clone } = await initialized()
  expect(await leftInBranch(clone)).toEqual([...betaFiles, 'Beta', 'Size__c'])
  await clone.push({ '.sluiceinclude': narrowed })
  const { job, output } = await flowInAll(ctx, flow)
  expect(job.error).toBeNull()
  expect(output.retrieveResult).toMatchObject({ fullRetrieveReason: 'includeSpecsChanged' })
  expect(await leftInBranch(clone)).toEqual([])
  expect(await clone.read(alpha.file)).toBe(alpha.body('// first'))
  expect(await clone.read(car.file)).toContain('<fullName>Color__c</fullName>')
  // Branch and org are in parity, and no component is undeployed.
  const parity = (await environmentOf(ctx, flow))?.latestKnownParityCommitHash ?? ''
  expect(await clone.git('diff', '--name-only', parity, 'HEAD', '--', 'src')).toBe('')

  for (const settings of [
    { diffMode: 'History' },
    { diffMode: 'Org', acceptDeletions: true, clobberStrategy: 'Accept' },
  ]) {
    const out = await flowOutAll(ctx, flow, settings)
    expect(out.job.error).toBeNull()
    expect(out.output).toMatchObject({ diffResult: { diffCounts: { anyChanges: false } } })
  }
  expect(await flow.org.deployments()).toEqual([])
  await expectWholeOrg(flow)

  await clone.push({ '.sluiceinclude': includeSpecs })
  expect((await flowInAll(ctx, flow)).job.error).toBeNull()
  expect(await leftInBranch(clone)).toEqual([...betaFiles, 'Beta', 'Size__c'])
})

test.each(['History', 'Org'])(
  'what a developer removes from Git together with its include spec stays in the org, in diff mode %s',
  async (diffMode) => {
    const { flow, clone } = await initialized()
    const [file = '', metaFile = ''] = betaFiles
    await clone.push({
      '.sluiceinclude': narrowed,
      [file]: null,
      [metaFile]: null,
      [car.file]: car.text({ Color__c: 20 }),
      [alpha.file]: alpha.body('// deployed'),
    })
    const settings = { diffMode, acceptDeletions: true, clobberStrategy: 'Accept' }
    const { job } = await flowOutAll(world.ctx, flow, settings)
    expect(job.error).toBeNull()
    expect(await flow.org.changes()).toEqual(['changed ApexClass Alpha'])
    await expectWholeOrg(flow)
  },
)
