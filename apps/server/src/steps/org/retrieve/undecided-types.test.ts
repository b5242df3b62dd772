import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import type { Connection } from '@sluice/salesforce/connection'
import { describeMetadata } from '@sluice/salesforce/metadata/describe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Deadline } from '../../../platform/deadline.ts'
import { clockWithoutWaits } from '../../../commands/testing/clock-without-waits.ts'
import { retrieveWorld } from '../../../commands/testing/retrieve-world.ts'
import { alpha, beta, car, reportFolder } from '../../../commands/testing/sample-metadata.ts'
import { salesProfile } from '../../../commands/testing/sample-profile.ts'
import type { TestOrg } from '../../../commands/testing/test-org.ts'
import { findUndecidedTypes } from './undecided-types.ts'

const world = retrieveWorld()
let org: TestOrg
let connection: Connection
let clock: ReturnType<typeof clockWithoutWaits>

beforeEach(async () => {
  const connected = await world.connect()
  org = connected.org
  connection = connected.connection
  clock = clockWithoutWaits()
  const profile = salesProfile({ classes: [], fields: [] })
  for (const edit of [alpha.edit(), beta.edit(), car.edit(), reportFolder('Sales'), profile.edit])
    await org.edit(edit)
})
afterEach(() => org.admin('DELETE', 'faults'))

/** `before` happens when the org has described its types. */
async function find(text: string, before: () => Promise<unknown> = async () => undefined) {
  const { metadataObjects } = await describeMetadata(connection)
  await before()
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
  expect(clock.waits).toEqual([])
})

test.each(['serverError', 'requestLimit'])('nothing is found and nothing fails by %s', async (kind) => {
  const failing = { kind, operation: 'listMetadata', times: 9_999 }
  expect(await find('', () => org.admin('POST', 'faults', failing))).toEqual([])
  expect(clock.waits).toEqual([])
})
