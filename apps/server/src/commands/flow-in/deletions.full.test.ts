import { describe, expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { flowInAll, flowOutAll, includeSpecs, initialize } from '../testing/run-job.ts'
import { alpha, beta, reportFolder } from '../testing/sample-metadata.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import type { OrgEdit } from '../testing/test-org.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

/** A stack with Alpha and Beta, and what its branch holds. */
async function initialized({ specs = includeSpecs }: { readonly specs?: string } = {}) {
  const flow = await world.connect()
  for (const edit of [alpha.edit(), beta.edit()]) await flow.org.edit(edit)
  const { job } = await initialize(world.ctx, flow, { includeSpecs: specs })
  expect(job.error).toBeNull()
  return { flow, clone: await cloneOf(world.folder, flow) }
}

const reportPath = 'reports/unfiled$public/Mine.report'
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

/** A report of the public folder that a flow out brought to the org. */
async function withPublicReport() {
  const { flow, clone } = await initialized({ specs: `${includeSpecs}\nunpackaged/~/Report` })
  await clone.push({ [`src/unpackaged/${reportPath}`]: report('First') })
  expect((await flowOutAll(world.ctx, flow)).job.error).toBeNull()
  return { flow, clone }
}

describe('what no list of the org shows', () => {
  test('stays in the branch when Salesforce returns it by its name', async () => {
    const { flow, clone } = await withPublicReport()
    await flow.org.edit({
      type: 'Report',
      fullName: 'unfiled$public/Mine',
      files: { [reportPath]: report('Second') },
    })
    const { job, output } = await flowInAll(world.ctx, flow)
    expect(job).toMatchObject({ outcome: 'Succeeded', notices: [] })
    expect(output.retrieveResult?.changes).toMatchObject([
      { componentType: 'Report', componentName: 'unfiled$public/Mine', changeType: 'Modified' },
    ])
    await clone.pull()
    expect(await clone.read(`src/unpackaged/${reportPath}`)).toBe(report('Second'))
  })

  test('goes from the branch when Salesforce says that it cannot be found', async () => {
    const { flow, clone } = await withPublicReport()
    await flow.org.edit({ type: 'Report', fullName: 'unfiled$public/Mine', delete: true })
    expect((await flowInAll(world.ctx, flow)).job.error).toBeNull()
    await clone.pull()
    expect(await clone.files()).not.toContain(`src/unpackaged/${reportPath}`)
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
  test('of a type that the org has no more', async () => {
    const job = await restricted({ switchedOffTypes: ['ApexClass'] }, [])
    expect(job).toMatchObject({ error: null, notices: noticed('typeNotListed', 1, ['ApexClass']) })
  })

  test('of a folder that is hidden', async () => {
    const job = await restricted({ answersHiddenByName: false }, ['Report/Sales'])
    expect(job).toMatchObject({ error: null, notices: noticed('folderNotListed', 2, ['Report Sales']) })
  })

  test('of a type whose list is empty, when Salesforce returns it by its name', async () => {
    const job = await restricted({}, ['ApexClass'])
    expect(job).toMatchObject({ error: null, notices: [] })
  })

  test('and follows the org when Salesforce returns it by its name', async () => {
    const { flow, clone } = await initialized()
    await flow.org.edit(alpha.edit('// edited'))
    await flow.org.admin('PATCH', `orgs/${flow.org.id}/users/${flow.org.users[0]?.id}`, {
      hidden: ['ApexClass'],
    })
    expect((await flowInAll(world.ctx, flow)).job).toMatchObject({ error: null, notices: [] })
    await clone.pull()
    expect(await clone.read(alpha.file)).toBe(alpha.body('// edited'))
  })

  test('of profiles, of which it sees its own only', async () => {
    const job = await restricted({ filtersProfiles: true }, [])
    expect(job).toMatchObject({ error: null, notices: [] })
  })
})
