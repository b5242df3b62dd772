import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { environmentKnownComponents } from '../../platform/database/schema/environment-state.ts'
import { environment } from '../../platform/database/schema/environments.ts'
import { aged } from '../testing/aged.ts'
import { observedCommands } from '../testing/crashing-commands.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { makePortable } from '../testing/make-portable.ts'
import { environmentOf, flowInAll, flowOutAll, includeSpecs, initialize } from '../testing/run-job.ts'
import { report } from '../testing/sample-content.ts'
import { alpha, beta, car, reportFolder } from '../testing/sample-metadata.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import { turnIntoSandbox } from '../testing/turn-into-sandbox.ts'
import { undeployedRows } from '../testing/undeployed-rows.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

/** A stack of two classes that were made long ago, and an object. */
const twoClasses = () => initializedStack(world, [aged(alpha.edit()), aged(beta.edit()), aged(car.edit())])

/** What a flow in retrieved, and what it changed in the branch. */
async function flowIn(flow: FlowStack, given: Record<string, unknown> = {}) {
  const { job, output } = await flowInAll(world.ctx, flow, given)
  const { isPartialRetrieve, componentsUnchanged, fullRetrieveReason, changes } = output.retrieveResult ?? {}
  return {
    error: job.error?.message ?? null,
    isPartial: isPartialRetrieve,
    retrieved: output.stats?.retrieval.components,
    unchanged: componentsUnchanged,
    fullBecause: fullRetrieveReason,
    changes: changes?.map(({ changeType, componentName }) => `${changeType} ${componentName}`),
  }
}

const nothingFound = (flow: FlowStack) =>
  expect(flowIn(flow, { retrieveMode: 'Full', checkOnly: true })).resolves.toMatchObject({ changes: [] })

describe('a flow in', () => {
  test('leaves out what the list of the org shows as unchanged, and brings what it shows as changed', async () => {
    const { flow, clone } = await twoClasses()
    await flow.org.edit(aged(alpha.edit('// edited'), 0.5))
    expect(await flowIn(flow)).toEqual({
      error: null,
      isPartial: true,
      retrieved: 2,
      unchanged: 1,
      fullBecause: null,
      changes: ['Modified Alpha'],
    })
    await clone.pull()
    expect(await clone.read(alpha.file)).toContain('// edited')
    expect(await flowIn(flow)).toMatchObject({ retrieved: 1, unchanged: 2, changes: [] })
    await nothingFound(flow)
  })

  test('retrieves nothing where nothing has changed, and goes on where the one change cannot be retrieved', async () => {
    const flow = await world.connect()
    for (const edit of [alpha.edit(), beta.edit()]) await flow.org.edit(aged(edit))
    await initialize(world.ctx, flow, { includeSpecs: 'unpackaged/~/ApexClass' })
    expect(await flowIn(flow)).toMatchObject({ error: null, retrieved: 0, unchanged: 2, changes: [] })
    await flow.org.edit(aged(alpha.edit('// edited'), 0.5))
    await flow.org.admin('POST', 'faults', { kind: 'poisonedComponent', component: 'ApexClass/Alpha' })
    expect(await flowIn(flow)).toMatchObject({ error: null, unchanged: 1, changes: [] })
    await flow.org.admin('DELETE', 'faults')
    expect(await flowIn(flow)).toMatchObject({ unchanged: 1, changes: ['Modified Alpha'] })
  })

  test('brings a change with an earlier date than the one before it', async () => {
    const { flow } = await twoClasses()
    await flow.org.edit(aged(alpha.edit('// by a slow deployment'), 3))
    expect(await flowIn(flow)).toMatchObject({ unchanged: 1, changes: ['Modified Alpha'] })
  })

  test('deletes and renames with a partial retrieve as with a full one', async () => {
    const { flow, clone } = await twoClasses()
    await flow.org.edit({ type: 'ApexClass', fullName: 'Alpha', delete: true })
    const { edit, file } = alphaAs('Renamed')
    await flow.org.edit(edit)
    expect(await flowIn(flow)).toMatchObject({
      isPartial: true,
      changes: expect.arrayContaining(['Deleted Alpha', 'Added Renamed']),
    })
    await clone.pull()
    expect(await clone.files()).toContain(file)
    expect(await clone.files()).not.toContain(alpha.file)
    await nothingFound(flow)
  })

  test('brings a second change in the same second as one that the last list showed', async () => {
    const { flow } = await initializedStack(world, [aged(alpha.edit()), beta.edit()])
    await flow.org.edit({ ...beta.edit('// in the same second'), keepsDate: true })
    expect(await flowIn(flow)).toMatchObject({ unchanged: 1, changes: ['Modified Beta'] })
  })

  test('brings a change that was made after the list and before the end of the retrieve', async () => {
    const { flow, clone } = await twoClasses()
    let isEdited = false
    await world.restart(
      observedCommands(async (point) => {
        if (point !== 'retrieve.poll' || isEdited) return
        isEdited = true
        await flow.org.edit(aged(alpha.edit('// meanwhile'), 0.5))
      }),
    )
    expect(await flowIn(flow)).toMatchObject({ unchanged: 2, changes: [] })
    await world.restart()
    expect(await flowIn(flow)).toMatchObject({ unchanged: 1, changes: ['Modified Alpha'] })
    await clone.pull()
    expect(await clone.read(alpha.file)).toContain('// meanwhile')
  })

  test('retrieves types whole of which the dates lie', async () => {
    const { flow } = await twoClasses()
    await flow.org.edit({ ...car.edit({ Color__c: 30 }), keepsDate: true })
    expect(await flowIn(flow)).toMatchObject({ unchanged: 2, changes: ['Modified Car__c.Color__c'] })
  })

  test('retrieves every class where profiles come with entries about classes', async () => {
    const flow = await world.connect()
    const profile = salesProfile({ classes: ['Alpha'], fields: [] })
    for (const edit of [alpha.edit(), profile.edit]) await flow.org.edit(aged(edit))
    const specs = `${includeSpecs}\nunpackaged/~/Profile`
    expect((await initialize(world.ctx, flow, { includeSpecs: specs })).job.error).toBeNull()
    const { edit } = salesProfile({ classes: ['Alpha'], fields: [], enabled: false })
    await flow.org.edit({ ...edit, keepsDate: true })
    expect(await flowIn(flow)).toMatchObject({ isPartial: false, changes: ['Modified Sales'] })
  })

  test('brings reports back that changed without their date when a field was renamed', async () => {
    const flow = await world.connect()
    for (const edit of [reportFolder('Cars'), reportAbout('Color__c'), car.edit()])
      await flow.org.edit(aged(edit))
    const types = ['CustomObject', 'CustomField', 'RecordType', 'Report', 'ReportType', 'Role', 'Territory2']
    const specs = types.map((type) => `unpackaged/~/${type}`).join('\n')
    expect((await initialize(world.ctx, flow, { includeSpecs: specs })).job.error).toBeNull()
    expect(await flowIn(flow)).toMatchObject({ unchanged: 1, changes: [] })
    await flow.org.edit(aged(car.edit({ Paint__c: 20 })))
    await flow.org.edit({ ...reportAbout('Paint__c'), keepsDate: true })
    expect((await flowIn(flow)).changes).toContain('Modified Cars/All')
    await nothingFound(flow)
  })

  test('retrieves all reports where the include specs leave out types whose names reports contain', async () => {
    const flow = await world.connect()
    for (const edit of [reportFolder('Cars'), reportAbout('Color__c'), car.edit()])
      await flow.org.edit(aged(edit))
    const specs = 'unpackaged/~/Report'
    expect((await initialize(world.ctx, flow, { includeSpecs: specs })).job.error).toBeNull()
    await flow.org.edit({ ...reportAbout('Paint__c'), keepsDate: true })
    expect(await flowIn(flow)).toMatchObject({ unchanged: 0, changes: ['Modified Cars/All'] })
  })

  test('takes no file of an earlier commit for that of the org', async () => {
    const { flow, clone } = await twoClasses()
    await flow.org.edit(aged(alpha.edit('// edited'), 0.5))
    await flowIn(flow)
    const latestKnownParityCommitHash = await clone.git('rev-parse', 'HEAD')
    await setEnvironment(flow, { latestKnownParityCommitHash })
    expect(await flowIn(flow)).toMatchObject({ isPartial: true, unchanged: 1, changes: ['Modified Alpha'] })
    await nothingFound(flow)
  })

  test('retrieves a component each time that a flow out left undeployed', async () => {
    const { flow, clone } = await twoClasses()
    await clone.push({
      [alpha.file]: alpha.body('Object other = new Unknown();'),
      [beta.file]: beta.body('// deployed'),
    })
    await flowOutAll(world.ctx, flow)
    expect(await undeployedRows(world.ctx, flow)).toMatchObject([{ componentName: 'Alpha' }])
    for (let flows = 0; flows < 2; flows++)
      expect(await flowIn(flow)).toMatchObject({ unchanged: 0, changes: [] })
    expect(await undeployedRows(world.ctx, flow)).toMatchObject([{ componentName: 'Alpha' }])
  })
})

const alphaAs = (name: string) => {
  const path = `classes/${name}.cls`
  const files = { [path]: `public class ${name} {\n}\n`, [`${path}-meta.xml`]: alpha.meta }
  return { file: `src/unpackaged/${path}`, edit: { type: 'ApexClass', fullName: name, files } }
}

const reportAbout = (field: string) => report('All', `Shows ${field}`)

const trackedSandbox = async () => {
  const { flow } = await twoClasses()
  await turnIntoSandbox(world.ctx, flow)
  expect(await flowIn(flow)).toMatchObject({ error: null })
  return flow
}

describe('of a sandbox that tracks its source', () => {
  test('the change log adds what the list hides', async () => {
    const flow = await trackedSandbox()
    await flow.org.edit({ ...alpha.edit('// by somebody'), keepsDate: true })
    const { output } = await flowInAll(world.ctx, flow)
    expect(output.retrieveResult).toMatchObject({
      isPartialRetrieve: true,
      componentsUnchanged: 1,
      sinceRevisionNumber: 0,
      untilRevisionNumber: 1,
      changes: [{ componentName: 'Alpha' }],
    })
  })

  test('everything is retrieved when the change log is shorter than it was', async () => {
    const flow = await trackedSandbox()
    await setKnown(flow, { revisionNumber: 7 })
    expect(await flowIn(flow)).toMatchObject({ isPartial: false, fullBecause: 'changeLogRestarted' })
    expect(await flowIn(flow)).toMatchObject({ isPartial: true, unchanged: 2 })
  })
})

const setEnvironment = async (flow: FlowStack, values: Partial<typeof environment.$inferInsert>) =>
  await world.ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx.update(environment).set(values).where(eq(environment.stackId, flow.stackId)),
  )

const setKnown = async (flow: FlowStack, values: Partial<typeof environmentKnownComponents.$inferInsert>) => {
  const row = await environmentOf(world.ctx, flow)
  await world.ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx
      .update(environmentKnownComponents)
      .set(values)
      .where(eq(environmentKnownComponents.environmentId, row?.id ?? '')),
  )
}

const eightDaysAgo = () => new Date(Date.now() - 8 * 86_400_000)
const pushSpecs = async (flow: FlowStack) => {
  const clone = await cloneOf(world.folder, flow)
  await clone.push({ '.sluiceinclude': `${includeSpecs}\nunpackaged/~/ApexPage\n` })
}

describe('everything is retrieved', () => {
  test.each([
    ['asked', () => undefined, { retrieveMode: 'Full' }],
    ['force', () => undefined, { force: true }],
    ['uncertain', (flow: FlowStack) => setEnvironment(flow, { needsFullRetrieve: true }), {}],
    ['includeSpecsChanged', pushSpecs, {}],
    ['rulesChanged', (flow: FlowStack) => makePortable(world.ctx, flow), {}],
    ['tooLongAgo', (flow: FlowStack) => setKnown(flow, { lastFullUtc: eightDaysAgo() }), {}],
    ['nothingKnown', (flow: FlowStack) => setKnown(flow, { orgId: 'another' }), {}],
  ] as const)('because of: %s', async (fullBecause, arrange, given) => {
    const { flow } = await twoClasses()
    await arrange(flow)
    const whole = { error: null, isPartial: false, unchanged: 0, fullBecause }
    expect(await flowIn(flow, given)).toMatchObject(whole)
    // The flow that retrieved everything is what the next one goes by.
    expect(await flowIn(flow)).toMatchObject({ isPartial: true, unchanged: 2 })
  })

  test('a week after the last time, however often the changes have been brought since', async () => {
    const { flow } = await twoClasses()
    const sixDaysAgo = new Date(Date.now() - 6 * 86_400_000)
    await setKnown(flow, { lastFullUtc: sixDaysAgo })
    expect(await flowIn(flow)).toMatchObject({ isPartial: true })
    const row = await environmentOf(world.ctx, flow)
    const [known] = await world.ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
      tx
        .select()
        .from(environmentKnownComponents)
        .where(eq(environmentKnownComponents.environmentId, row?.id ?? '')),
    )
    expect(known?.lastFullUtc).toEqual(sixDaysAgo)
  })
})

describe('the retrieve mode Partial', () => {
  test('goes on where Auto would retrieve everything', async () => {
    const { flow } = await twoClasses()
    // The org keeps no change log any more either.
    await setKnown(flow, { lastFullUtc: eightDaysAgo(), revisionNumber: 3 })
    const partial = { error: null, isPartial: true, unchanged: 2 }
    expect(await flowIn(flow, { retrieveMode: 'Partial' })).toMatchObject(partial)
  })

  test('ends the job where nothing is known of the org', async () => {
    const { flow } = await twoClasses()
    await setKnown(flow, { orgId: 'another' })
    expect((await flowIn(flow, { retrieveMode: 'Partial' })).error).toMatch(
      /^A partial retrieve needs an earlier flow in/,
    )
  })
})

test('a flow in that only checks leaves what is remembered as it was', async () => {
  const { flow } = await twoClasses()
  await flow.org.edit(aged(alpha.edit('// edited'), 0.5))
  const checked = { isPartial: true, unchanged: 1, changes: ['Modified Alpha'] }
  for (const checkOnly of [true, true, false])
    expect(await flowIn(flow, { checkOnly })).toMatchObject(checked)
  expect(await flowIn(flow)).toMatchObject({ unchanged: 2, changes: [] })
})
