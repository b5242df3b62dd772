import { expect, test } from 'vitest'
import { flowWorld } from './testing/flow-world.ts'
import { makePortable } from './testing/make-portable.ts'
import { initialize } from './testing/run-job.ts'
import { connectedApp } from './testing/sample-connected-app.ts'
import { cloneOf } from './testing/working-copy.ts'

const world = flowWorld()
const portal = connectedApp('Portal')

/** The file of a connected app as Git holds it after the first flow. */
async function storedFile(isPortable: boolean): Promise<string> {
  const flow = await world.connect()
  if (isPortable) await makePortable(world.ctx, flow)
  await flow.org.edit(portal.edit('KEY.OF.THE.ORG'))
  const { job } = await initialize(world.ctx, flow, { includeSpecs: 'unpackaged/~/ConnectedApp' })
  expect(job.error).toBeNull()
  return await (await cloneOf(world.folder, flow)).read(portal.file)
}

test('ensureMetadataIsPortable keeps values of one org out of Git', async () => {
  expect(await storedFile(false)).toBe(portal.text('KEY.OF.THE.ORG'))
  expect(await storedFile(true)).toBe(portal.text(null))
})
