import { readdir } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { ended, flowInAll, initialize, submit } from '../testing/run-job.ts'
import { alpha, beta } from '../testing/sample-metadata.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()
const classes = ['Alpha', 'Beta']
const profile = salesProfile({ classes, fields: [] })
const closed = salesProfile({ classes, fields: [], enabled: false })
const edited = closed.text.replace('<custom>true</custom>', '<custom>false</custom>')
let flow: FlowStack

afterEach(() => flow.org.admin('DELETE', 'faults'))

const fault = (kind: string, given: Record<string, unknown>) =>
  flow.org.admin('POST', 'faults', { kind, operation: 'retrieve', ...given })

const isRetrieved = async (archive: string) =>
  (await readdir(world.ctx.folders.work, { recursive: true })).some((path) => path.endsWith(archive))

test('edits between two retrieves of one flow in end neither the job nor get lost', async () => {
  flow = await world.connect()
  for (const edit of [alpha.edit(), beta.edit(), profile.edit]) await flow.org.edit(edit)
  const includeSpecs = ['ApexClass', 'Profile'].map((type) => `unpackaged/~/${type}`).join('\n')
  expect((await initialize(world.ctx, flow, { includeSpecs })).job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)

  // The org refuses the whole as too large; of its halves the first has Alpha, and the second waits.
  await fault('tooManyFiles', {})
  await fault('delay', { skip: 2, delayMs: 5_000 })
  const jobTemplate = { environmentFilter: { include: { all: true } } }
  const jobId = await submit(world.ctx, flow, { jobCommandName: 'FlowIn', jobTemplate })
  await expect.poll(() => isRetrieved('batch-001a.zip')).toBe(true)
  expect(await isRetrieved('batch-001b.zip')).toBe(false)
  for (const one of [alpha, beta]) await flow.org.edit(one.edit('// edited'))
  await flow.org.edit({ ...profile.edit, files: { [profile.path]: edited } })
  expect(await ended(world.ctx, flow, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })

  await clone.pull()
  expect(await clone.read(alpha.file)).toBe(alpha.body('// first'))
  expect(await clone.read(beta.file)).toBe(beta.body('// edited'))
  const half = edited.replace('<enabled>false</enabled>', '<enabled>true</enabled>')
  expect(await clone.read(profile.file)).toBe(half)

  const second = await flowInAll(world.ctx, flow)
  expect(second.job).toMatchObject({ outcome: 'Succeeded', error: null })
  await clone.pull()
  expect(await clone.read(alpha.file)).toBe(alpha.body('// edited'))
  expect(await clone.read(profile.file)).toBe(edited)
})
