import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowInAll, includeSpecs, initialize } from '../testing/run-job.ts'
import { alpha } from '../testing/sample-metadata.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

test('files that nobody asked for are left out of the commits and told', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await initialize(world.ctx, flow, { includeSpecs: `${includeSpecs}\nunpackaged/~/ApexPage` })
  const clone = await cloneOf(world.folder, flow)
  const start = await clone.git('rev-parse', 'HEAD')
  await flow.org.edit(alpha.edit('// edited', 1))
  await flow.org.admin('POST', 'faults', { kind: 'wrongPackage', operation: 'retrieve', org: flow.org.id })
  const { job } = await flowInAll(world.ctx, flow)
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  await clone.pull()
  expect(await clone.commits(`${start}..`)).toEqual([])
  const files = ['unpackaged/pages/Stranger.page', 'unpackaged/pages/Stranger.page-meta.xml']
  expect(job.notices).toMatchObject([{ subject: 'UnrequestedFiles', body: { files, count: 2 } }])
  // The change that the archive should have held is brought in by the next flow.
  await flowInAll(world.ctx, flow)
  await clone.pull()
  expect(await clone.commits(`${start}..`)).toMatchObject([{ files: [alpha.file] }])
})

test('neither does an initialization commit them', async () => {
  const flow = await world.connect()
  await flow.org.edit(alpha.edit())
  await flow.org.admin('POST', 'faults', { kind: 'wrongPackage', operation: 'retrieve', org: flow.org.id })
  const specs = `${includeSpecs}\nunpackaged/~/ApexPage`
  const { job } = await initialize(world.ctx, flow, { includeSpecs: specs })
  expect(job).toMatchObject({ outcome: 'Succeeded', notices: [{ subject: 'UnrequestedFiles' }] })
  const clone = await cloneOf(world.folder, flow)
  const prepared = [{ files: ['.gitignore'] }, { files: ['.sluiceinclude', 'src/.gitattributes'] }]
  expect(await clone.commits('HEAD')).toMatchObject(prepared)
})
