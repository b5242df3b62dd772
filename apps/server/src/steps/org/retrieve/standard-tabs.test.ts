import { afterEach, expect, test } from 'vitest'
import { Deadline } from '../../../platform/deadline.ts'
import { clockWithoutWaits } from '../../../commands/testing/clock-without-waits.ts'
import { retrieveWorld } from '../../../commands/testing/retrieve-world.ts'
import type { TestOrg } from '../../../commands/testing/test-org.ts'
import { listStandardTabs } from './standard-tabs.ts'

const world = retrieveWorld()
let org: TestOrg
afterEach(() => org.admin('DELETE', 'faults'))

async function namesFor(wanted: readonly string[], fault?: string): Promise<string[]> {
  const connected = await world.connect()
  org = connected.org
  if (fault !== undefined) await org.admin('POST', 'faults', { kind: fault, operation: 'tabs', times: 9_999 })
  const deadline = new Deadline(clockWithoutWaits(), 6 * 3_600_000)
  const request = { connection: connected.connection, signal: new AbortController().signal, deadline }
  return await listStandardTabs(request, new Set(wanted))
}

test('the standard tabs of the org are named where profiles and tabs are tracked', async () => {
  const names = await namesFor(['Profile', 'CustomTab'])
  expect(names).toContain('standard-Account')
  expect(names.filter((name) => !name.startsWith('standard-'))).toEqual([])
})

test.each(['Profile', 'CustomTab'])('none is named where only %s is tracked', async (type) => {
  expect(await namesFor([type])).toEqual([])
})

test.each(['serverError', 'requestLimit'])('none is named, and nothing fails, by %s', async (kind) => {
  expect(await namesFor(['Profile', 'CustomTab'], kind)).toEqual([])
})
