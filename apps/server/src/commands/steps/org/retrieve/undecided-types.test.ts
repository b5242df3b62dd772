import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import type { Connection } from '@sluice/salesforce/connection'
import { describeMetadata } from '@sluice/salesforce/metadata/describe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../../../platform/clock.ts'
import { Deadline } from '../../../../platform/deadline.ts'
import { retrieveWorld } from '../../../testing/retrieve-world.ts'
import { alpha, beta, car } from '../../../testing/sample-metadata.ts'
import { salesProfile } from '../../../testing/sample-profile.ts'
import type { TestOrg } from '../../../testing/test-org.ts'
import { findUndecidedTypes } from './undecided-types.ts'

const world = retrieveWorld()
let org: TestOrg
let connection: Connection
let waits: number[]

const folder = {
  type: 'ReportFolder',
  fullName: 'Sales',
  files: {
    'reports/Sales-meta.xml': `<?xml version="1.0" encoding="UTF-8"?>
<ReportFolder xmlns="http://soap.sforce.com/2006/04/metadata">
    <name>Sales</name>
</ReportFolder>
`,
  },
}

beforeEach(async () => {
  const connected = await world.connect()
  org = connected.org
  connection = connected.connection
  waits = []
  const profile = salesProfile({ classes: [], fields: [] })
  for (const edit of [alpha.edit(), beta.edit(), car.edit(), folder, profile.edit]) await org.edit(edit)
})
afterEach(() => org.admin('DELETE', 'faults'))

/** A clock on which every wait is over at once. */
const clock: Clock = {
  now: () => new Date(),
  elapsedMs: () => waits.reduce((sum, ms) => sum + ms, 0),
  wait: async (ms) => void waits.push(ms),
}

async function find(text: string) {
  const { metadataObjects } = await describeMetadata(connection)
  const deadline = new Deadline(clock, 6 * 3_600_000)
  const request = { connection, signal: new AbortController().signal, deadline }
  return await findUndecidedTypes(request, metadataObjects, parseIncludeSpecs(text).specs)
}

test('types that no line mentions are found with how many components they have, most first', async () => {
  expect(await find('unpackaged/~/CustomObject\n!unpackaged/~/Profile')).toEqual([
    { type: 'ApexClass', components: 2 },
    { type: 'Report', components: 1 },
  ])
})

test('a list that fails is passed over without a wait', async () => {
  await org.admin('POST', 'faults', { kind: 'unlistableType', component: 'ApexClass' })
  expect(await find('unpackaged/~/CustomObject\nunpackaged/~/Profile')).toEqual([
    { type: 'Report', components: 1 },
  ])
  expect(waits).toEqual([])
})

test.each(['serverError', 'requestLimit'])('nothing is found and nothing fails by %s', async (kind) => {
  const { metadataObjects } = await describeMetadata(connection)
  await org.admin('POST', 'faults', { kind, operation: 'listMetadata', times: 9_999 })
  const deadline = new Deadline(clock, 6 * 3_600_000)
  const request = { connection, signal: new AbortController().signal, deadline }
  expect(await findUndecidedTypes(request, metadataObjects, parseIncludeSpecs('').specs)).toEqual([])
  expect(waits).toEqual([])
})
