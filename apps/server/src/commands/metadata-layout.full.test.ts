import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { loadLookTarget } from '../looks/look-target.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { componentPaths } from '../repository/component-paths.ts'
import { placeOf } from '../stacks/metadata-place.ts'
import { flowWorld } from './testing/flow-world.ts'
import { devIntoUat, withTwoSandboxes } from './testing/merge-stack.ts'
import { flowInAll, flowOutAll, initialize, runJob } from './testing/run-job.ts'
import { alpha, beta, car } from './testing/sample-metadata.ts'
import { cloneOf } from './testing/working-copy.ts'

const world = flowWorld()
const inMetadataLayout = (file: string) => file.replace('src/unpackaged/', 'src/')
const [alphaFile, betaFile, carFile] = [alpha.file, beta.file, car.file].map(inMetadataLayout)

/** A branch as Ant keeps it, of a team that has what the org has. */
async function connected() {
  const flow = await world.connect()
  const edits = [alpha.edit(), car.edit({ Color__c: 20, Doors__c: 2 })]
  for (const edit of edits) await flow.org.edit(edit)
  const clone = await cloneOf(world.folder, flow)
  const manifest =
    '<Package xmlns="http://soap.sforce.com/2006/04/metadata"><version>61.0</version></Package>\n'
  await clone.push({
    'build.xml': '<project/>\n',
    'src/package.xml': manifest,
    'src/README.txt': 'How to deploy',
    [alphaFile ?? '']: alpha.body('// first'),
    [`${alphaFile}-meta.xml`]: alpha.meta,
    [carFile ?? '']: car.text({ Color__c: 20, Doors__c: 2 }),
  })
  return { flow, clone, manifest, edits }
}

test('folders of the Metadata API right below the metadata path are flowed in, out and merged where they lie', async () => {
  const { flow, clone, manifest, edits } = await connected()
  const { job } = await initialize(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  await clone.pull()
  const files = [
    '.sluiceinclude',
    'build.xml',
    'src/.gitattributes',
    'src/README.txt',
    alphaFile,
    `${alphaFile}-meta.xml`,
    carFile,
    'src/package.xml',
  ]
  expect(await clone.files()).toEqual(files)
  expect(await clone.read('src/package.xml')).toBe(manifest)
  const [row] = await world.ctx.database.asSystem((tx) =>
    tx.select().from(stack).where(eq(stack.id, flow.stackId)),
  )
  expect(row?.metadataLayout).toBe('Metadata')

  const before = await clone.git('rev-parse', 'HEAD')
  await flowInAll(world.ctx, flow)
  expect(await clone.git('ls-remote', 'origin', 'refs/heads/main')).toContain(before)

  await flow.org.edit(car.edit({ Color__c: 20, Doors__c: 3 }, 1))
  await clone.push({ [carFile ?? '']: car.text({ Color__c: 30, Doors__c: 2 }) })
  const flowIn = await flowInAll(world.ctx, flow)
  expect(flowIn.job.error).toBeNull()
  await clone.pull()
  expect(await clone.read(carFile ?? '')).toBe(car.text({ Color__c: 30, Doors__c: 3 }))
  expect((await clone.commits(`${before}..`)).at(0)?.files).toEqual([carFile])

  await clone.push({ [betaFile ?? '']: beta.body('// new'), [`${betaFile}-meta.xml`]: beta.meta })
  await clone.push({ [alphaFile ?? '']: null, [`${alphaFile}-meta.xml`]: null })
  const flowOut = await flowOutAll(world.ctx, flow)
  expect(flowOut.job.error).toBeNull()
  expect((await flow.org.changes()).toSorted()).toEqual([
    'changed CustomField Car__c.Color__c',
    'created ApexClass Beta',
    'deleted ApexClass Alpha',
  ])
  expect(await clone.read('src/package.xml')).toBe(manifest)
  const target = await loadLookTarget(world.ctx, flow)
  if (target === null) throw new Error('The stack is gone.')
  const paths = componentPaths(placeOf(target.stack))
  expect(paths.componentOf(carFile ?? '')).toEqual({ componentType: 'CustomObject', componentName: 'Car__c' })
  expect([paths.componentOf('src/package.xml'), paths.componentOf('src/docs/A.cls')]).toEqual([null, null])
  expect(paths.inRepository(`unpackaged/${car.path}`)).toBe(carFile)

  const merge = await withTwoSandboxes(world, { flow, clone }, [...edits, beta.edit('// new')])
  await merge.dev.org.edit(beta.edit('// of dev'))
  await clone.git('fetch', '--quiet')
  const merged = await runJob(world.ctx, flow, {
    jobCommandName: 'FlowMerge',
    jobTemplate: devIntoUat(merge),
  })
  expect(merged.job.error).toBeNull()
  await clone.git('fetch', '--quiet')
  expect(await clone.git('show', `origin/${merge.uat.branch}:${betaFile}`)).toContain('// of dev')
  expect(await clone.git('ls-tree', '-r', '--name-only', `origin/${merge.uat.branch}`)).not.toContain(
    'unpackaged',
  )
})
