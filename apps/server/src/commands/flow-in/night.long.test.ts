import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type LargeOrg, fillLargeOrg, largeOrgTypes } from '../testing/large-org.ts'
import { type FlowStack, flowWorld } from '../testing/flow-world.ts'
import { jobOf, outputOf, submit } from '../testing/run-job.ts'
import { apexClass } from '../testing/sample-metadata.ts'
import { salesProfile } from '../testing/sample-profile.ts'
import { cloneOf } from '../testing/working-copy.ts'

const world = flowWorld()

/** 56,000 components; the folders of reports come on top. */
const counts: LargeOrg = {
  ApexClass: 8_000,
  CustomMetadata: 20_000,
  CustomObject: 1_000,
  Layout: 1_000,
  PermissionSet: 500,
  Profile: 50,
  Report: 24_950,
  StaticResource: 500,
}
const jobMs = 20 * 60_000
const includeSpecs = largeOrgTypes.map((type) => `unpackaged/~/${type}`).join('\n')
const everything = { environmentFilter: { include: { all: true } } }

/** Runs a job to its end, and tells how long it took and what it asked the org for. */
async function runLong(flow: FlowStack, name: 'InitializeStack' | 'FlowIn', whileItRuns = nothing) {
  const jobTemplate = name === 'FlowIn' ? everything : { includeSpecs }
  const [began, callsBefore] = [performance.now(), await callsOf(flow)]
  const jobId = await submit(world.ctx, flow, { jobCommandName: name, jobTemplate })
  await whileItRuns()
  const statusOf = async () => (await jobOf(world.ctx, flow, jobId)).status
  await expect.poll(statusOf, { timeout: jobMs, interval: 1_000 }).toBe('Ended')
  const [job, output] = [await jobOf(world.ctx, flow, jobId), await outputOf(world.ctx, flow, jobId)]
  const seconds = Math.round((performance.now() - began) / 1_000)
  const calls = (await callsOf(flow)) - callsBefore
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024)
  const { components = 0, batches = 0 } = output.stats?.retrieval ?? {}
  console.info(
    `${name}: ${components} components in ${batches} batches, ${calls} calls, ${seconds} s, at most ${megabytes} MB with the practice org`,
  )
  const changes = (output.retrieveResult?.changes ?? []).map(
    ({ componentType, componentName, changeType }) => `${changeType} ${componentType} ${componentName}`,
  )
  return { job, components, changes: changes.toSorted() }
}

const nothing = async () => undefined

/** API requests that the org has counted. */
async function callsOf(flow: FlowStack): Promise<number> {
  const { accessToken, instanceUrl } = await flow.org.session()
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${instanceUrl}/services/data/v62.0/limits`, { headers })
  const { DailyApiRequests: requests }: { DailyApiRequests: { Max: number; Remaining: number } } =
    await answer.json()
  return requests.Max - requests.Remaining
}

/** Edited before the night, and during it. */
const [normal, late] = [apexClass('Class100'), apexClass('Class0')]
/** Edited before the night, in which nobody can retrieve them. */
const poisoned = [apexClass('Class4000'), apexClass('Class7000')]
const deleted = 'Class7999'
const opened = salesProfile({ classes: ['Class0', 'Class1'], fields: ['Thing0__c.Color__c'] })
const edited = opened.text.replace('<custom>true</custom>', '<custom>false</custom>')

async function archives(): Promise<number> {
  const paths = await readdir(world.ctx.folders.work, { recursive: true })
  return paths.filter((path) => path.endsWith('.zip')).length
}

async function threeArchives(): Promise<void> {
  await expect.poll(archives, { timeout: jobMs, interval: 200 }).toBeGreaterThanOrEqual(3)
}

test('a night on an org of 56,000 components', { timeout: 45 * 60_000 }, async () => {
  const flow = await world.connect()
  const { org } = flow
  const fault = (kind: string, given: Record<string, unknown>) =>
    org.admin('POST', 'faults', { kind, ...given })
  onTestFinished(() => org.admin('DELETE', 'faults'))
  await fillLargeOrg(org, world.folder, counts)
  const first = await runLong(flow, 'InitializeStack')
  expect(first.job).toMatchObject({ outcome: 'Succeeded', error: null, notices: [] })
  expect(first.components).toBeGreaterThanOrEqual(56_000)
  const clone = await cloneOf(world.folder, flow)
  const files = await clone.files()

  // What people did during the day, what Salesforce cannot do in the night, and what people do meanwhile.
  for (const one of [normal, ...poisoned]) await org.edit(one.edit('// edited'))
  await org.edit({ type: 'ApexClass', fullName: deleted, delete: true })
  for (const { name } of poisoned) await fault('poisonedComponent', { component: `ApexClass/${name}` })
  await fault('poisonedComponent', { component: 'Report/Folder3/Report700' })
  await fault('unlistableType', { component: 'StaticResource' })
  await fault('cutArchive', { operation: 'checkRetrieveStatus' })
  await org.admin('PATCH', `orgs/${org.id}`, { facts: { switchedOffTypes: ['Layout'] } })
  const night = await runLong(flow, 'FlowIn', async () => {
    await threeArchives()
    const profile = { type: 'Profile', fullName: 'Profile0', files: { 'profiles/Profile0.profile': edited } }
    await org.edit(profile)
    await org.edit(late.edit('// edited'))
  })
  expect(night.job).toMatchObject({ outcome: 'Succeeded', error: null })
  const kept = night.job.notices.find(({ subject }) => subject === 'MetadataKept')?.body
  expect(kept).toEqual({
    kept: [
      {
        reason: 'notRetrieved',
        count: 3,
        names: ['ApexClass Class4000', 'ApexClass Class7000', 'Report Folder3/Report700'],
      },
      { reason: 'typeNotListed', count: 1_500, names: ['Layout', 'StaticResource'] },
    ],
  })
  await clone.pull()
  const gone = files.filter((path) => path.includes(`/${deleted}.cls`))
  expect(gone).toHaveLength(2)
  const left = new Set(await clone.files())
  expect(files.filter((path) => !left.has(path))).toEqual(gone)

  await org.admin('DELETE', 'faults')
  await org.admin('PATCH', `orgs/${org.id}`, { facts: { switchedOffTypes: [] } })
  const morning = await runLong(flow, 'FlowIn')
  expect(morning.job).toMatchObject({ outcome: 'Succeeded', error: null, notices: [] })
  expect(morning.changes).toEqual(
    expect.arrayContaining(['Modified ApexClass Class4000', 'Modified ApexClass Class7000']),
  )
  expect([...new Set([...night.changes, ...morning.changes])].toSorted()).toEqual([
    'Deleted ApexClass Class7999',
    'Modified ApexClass Class0',
    'Modified ApexClass Class100',
    'Modified ApexClass Class4000',
    'Modified ApexClass Class7000',
    'Modified Profile Profile0',
  ])
})
