import { describe, expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { environmentOf, flowInAll, includeSpecs, initialize } from '../testing/run-job.ts'
import { alpha, apexClass, beta, reportFolder } from '../testing/sample-metadata.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import type { OrgEdit } from '../testing/test-org.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

interface More {
  readonly specs?: string
  readonly more?: readonly OrgEdit[]
}

/** A stack whose org has these classes besides Alpha and Beta. */
async function initialized(
  classes: readonly ReturnType<typeof apexClass>[],
  { specs = includeSpecs, more = [] }: More = {},
) {
  const flow = await world.connect()
  const edits = [...[alpha, beta, ...classes].map((one) => one.edit()), ...more]
  for (const edit of edits) await flow.org.edit(edit)
  const { job } = await initialize(world.ctx, flow, { includeSpecs: specs })
  expect(job.error).toBeNull()
  return { flow, clone: await cloneOf(world.folder, flow) }
}

const classesNamed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => apexClass(`${prefix}${index}`))

const report = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Report xmlns="http://soap.sforce.com/2006/04/metadata">
    <format>Tabular</format>
    <name>${name}</name>
    <reportType>Opportunity</reportType>
    <showDetails>true</showDetails>
    <timeFrameFilter>
        <dateColumn>CLOSE_DATE</dateColumn>
        <interval>INTERVAL_CURRENT</interval>
    </timeFrameFilter>
</Report>
`

describe('a flow in that misses much at once', () => {
  test('ends with what it would delete and how to go on, and changes nothing', async () => {
    const classes = classesNamed('Many', 28)
    const { flow, clone } = await initialized(classes)
    const start = await clone.git('rev-parse', 'HEAD')
    const before = await environmentOf(world.ctx, flow)
    for (const { name } of classes.slice(0, 10))
      await flow.org.edit({ type: 'ApexClass', fullName: name, delete: true })
    const { job } = await flowInAll(world.ctx, flow)
    expect(job).toMatchObject({
      outcome: 'Failed',
      error: {
        message: expect.stringContaining('no longer has 10 components of the branch'),
        details: expect.stringMatching(/acceptDeletions\.[^]*\nApexClass Many0\n[^]*ApexClass Many9$/),
      },
    })
    await clone.git('fetch', '--quiet')
    expect(await clone.git('rev-parse', 'origin/main')).toBe(start)
    expect(await environmentOf(world.ctx, flow)).toEqual(before)
  })

  test('deletes nine of 30 components without asking', async () => {
    const classes = classesNamed('Few', 28)
    const { flow, clone } = await initialized(classes)
    for (const { name } of classes.slice(0, 9))
      await flow.org.edit({ type: 'ApexClass', fullName: name, delete: true })
    expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
    await clone.pull()
    expect((await clone.files()).filter((path) => /Few\d+\.cls$/.test(path))).toHaveLength(19)
  })

  test('keeps a type of which most is missing, says so, and deletes it when that is accepted', async () => {
    const classes = classesNamed('Most', 12)
    const profile = salesProfile({ classes: ['Most0'], fields: [] })
    const specs = `${includeSpecs}\nunpackaged/~/Profile`
    const { flow, clone } = await initialized(classes, { specs, more: [profile.edit] })
    for (const { name } of classes) await flow.org.edit({ type: 'ApexClass', fullName: name, delete: true })
    const { job } = await flowInAll(world.ctx, flow)
    expect(job).toMatchObject({
      outcome: 'Succeeded',
      notices: [
        {
          subject: 'MetadataKept',
          body: { kept: [{ reason: 'typeMostlyMissing', count: 12, names: ['ApexClass'] }] },
        },
      ],
    })
    await clone.pull()
    const kept = (await clone.files()).filter((path) => /Most\d+\.cls$/.test(path))
    expect(kept).toHaveLength(12)
    expect(await clone.read(profile.file)).toBe(profile.text)
    expect((await flowInAll(world.ctx, flow, { acceptDeletions: true })).job.notices).toEqual([])
    await clone.pull()
    expect((await clone.files()).filter((path) => /Most\d+\.cls$/.test(path))).toEqual([])
  })
})

/** An org with a report folder, an authentication provider and two profiles, of which its user sees less from then on. */
async function restricted(
  facts: Record<string, unknown>,
  hidden: readonly string[],
  more: readonly OrgEdit[] = [],
) {
  const flow = await world.connect()
  const edits = [
    reportFolder('Sales'),
    { type: 'Report', fullName: 'Sales/Open', files: { 'reports/Sales/Open.report': report('Open') } },
    alpha.edit(),
    salesProfile({ classes: ['Alpha'], fields: [] }).edit,
    ...more,
  ]
  for (const edit of edits) await flow.org.edit(edit)
  const types = ['ApexClass', 'Report', 'Profile'].map((type) => `unpackaged/~/${type}`)
  const { job } = await initialize(world.ctx, flow, { includeSpecs: types.join('\n') })
  expect(job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)
  const before = await clone.files()
  await flow.org.admin('PATCH', `orgs/${flow.org.id}`, { facts })
  await flow.org.admin('PATCH', `orgs/${flow.org.id}/users/${flow.org.users[0]?.id}`, { hidden })
  const { job: ended, output } = await flowInAll(world.ctx, flow)
  await clone.pull()
  expect(await clone.files()).toEqual(before)
  expect(output.retrieveResult?.changes).toEqual([])
  return ended
}

const noticed = (reason: string, count: number, names: string[]) => [
  { subject: 'MetadataKept', body: { kept: [{ reason, count, names }] } },
]

describe('components that the user no longer sees stay in the branch', () => {
  test('of a type whose list is empty although it had many, with what profiles say of it', async () => {
    const classes = classesNamed('Hidden', 10).map((one) => one.edit())
    const job = await restricted({ answersHiddenByName: false }, ['ApexClass'], classes)
    expect(job).toMatchObject({ error: null, notices: noticed('typeMostlyMissing', 11, ['ApexClass']) })
  })
})
