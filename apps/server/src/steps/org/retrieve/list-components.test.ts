import { type IncludeSpecs, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import type { Connection } from '@sluice/salesforce/connection'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Deadline } from '../../../platform/deadline.ts'
import { clockWithoutWaits } from '../../../commands/testing/clock-without-waits.ts'
import { retrieveWorld } from '../../../commands/testing/retrieve-world.ts'
import { alpha, car, reportFolder } from '../../../commands/testing/sample-metadata.ts'
import type { TestOrg } from '../../../commands/testing/test-org.ts'
import { listComponents, listSome } from './list-components.ts'

const world = retrieveWorld()
let org: TestOrg
let connection: Connection
let clock: ReturnType<typeof clockWithoutWaits>

beforeEach(async () => {
  const connected = await world.connect()
  org = connected.org
  connection = connected.connection
  clock = clockWithoutWaits()
  await org.edit(alpha.edit())
  await org.edit(car.edit())
})
afterEach(() => org.admin('DELETE', 'faults'))

const specsOf = (...types: string[]): IncludeSpecs =>
  parseIncludeSpecs(types.map((type) => `unpackaged/~/${type}`).join('\n')).specs

const request = () => ({
  connection,
  signal: new AbortController().signal,
  deadline: new Deadline(clock, 6 * 3_600_000),
})

async function list(...types: string[]) {
  const { lines, ...found } = await listComponents(request(), specsOf(...types))
  const text = Buffer.concat(lines).toString().trimEnd()
  const listed = text === '' ? [] : text.split('\n').map((line): { fullName: string } => JSON.parse(line))
  return { ...found, names: listed.map(({ fullName }) => fullName).toSorted() }
}

const fault = (kind: string, given: Record<string, unknown> = {}) =>
  org.admin('POST', 'faults', { kind, operation: 'listMetadata', ...given })
const unlistable = (component: string) => org.admin('POST', 'faults', { kind: 'unlistableType', component })

const fivePauses = [500, 1_000, 2_000, 4_000]

describe('a type whose list fails', () => {
  test('is asked for five times with the others of its call and five times alone, then left out', async () => {
    await unlistable('Layout')
    const found = await list('ApexClass', 'Layout', 'StaticResource')
    expect(found).toMatchObject({ names: ['Alpha'], failedTypes: ['Layout'], withoutParent: [] })
    expect(found.listedTypes.toSorted()).toEqual(['ApexClass', 'StaticResource'])
    expect(clock.waits).toEqual([...fivePauses, ...fivePauses])
  })

  test('four times is listed at the fifth', async () => {
    await fault('serverError', { times: 4 })
    const found = await list('ApexClass', 'Layout', 'StaticResource')
    expect(found).toMatchObject({ names: ['Alpha'], failedTypes: [] })
    expect(clock.waits).toEqual(fivePauses)
  })

  test('for a reason that does not pass is asked for alone without a pause', async () => {
    await fault('insufficientAccess')
    expect(await list('ApexClass', 'Layout')).toMatchObject({ names: ['Alpha'], failedTypes: [] })
    expect(clock.waits).toEqual([])
  })

  test('and that holds others leaves these out, too', async () => {
    await unlistable('CustomObject')
    const found = await list('ApexClass', 'CustomObject')
    expect(found.failedTypes).toEqual(['CustomObject'])
    expect(found.withoutParent).toContain('CustomField')
    expect(found.listedTypes).toEqual(['ApexClass'])
  })

  test('of folders leaves out what they hold', async () => {
    await unlistable('ReportFolder')
    expect(await list('ApexClass', 'Report')).toMatchObject({
      failedTypes: ['Report'],
      listedTypes: ['ApexClass'],
    })
  })

  test('is not waited for again in each of its folders', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) await org.edit(reportFolder(name))
    await unlistable('Report')
    expect(await list('ApexClass', 'Report')).toMatchObject({ failedTypes: ['Report'] })
    // Three calls begin at the same time and know nothing of each other.
    expect(clock.waits.length).toBeLessThanOrEqual(3 * fivePauses.length + fivePauses.length)
  })

  test('because the org is out of order for a while is listed when the others are', async () => {
    const { specs } = parseIncludeSpecs('unpackaged')
    // Each of the eight parallel calls is tried this often.
    await fault('serverError', { times: 8 * 5, skip: 20 })
    const { failedTypes, listedTypes } = await listComponents(request(), specs)
    expect(failedTypes).toEqual([])
    expect(listedTypes).toContain('ApexClass')
  })

  test('fails a question that needs the answer', async () => {
    await unlistable('ApexClass')
    await expect(listSome(request(), [{ type: 'ApexClass' }], () => true)).rejects.toThrow(
      'UNKNOWN_EXCEPTION',
    )
  })
})

describe('the listing fails', () => {
  test('when no type can be listed', async () => {
    await fault('serverError', { times: 9_999 })
    await expect(list('ApexClass', 'Layout')).rejects.toThrow('UNKNOWN_EXCEPTION')
  })

  test('when more than twenty types cannot be listed', async () => {
    const { specs } = parseIncludeSpecs('unpackaged')
    // The first calls succeed.
    await fault('serverError', { times: 9_999, skip: 20 })
    await expect(listComponents(request(), specs)).rejects.toThrow('UNKNOWN_EXCEPTION')
  })

  test('at once when the org takes no more calls on that day', async () => {
    await fault('requestLimit')
    await expect(list('ApexClass', 'Layout')).rejects.toMatchObject({ code: 'dailyLimitExceeded' })
    expect(clock.waits).toEqual([])
  })

  test('after two minutes when the org has too many calls at a time', async () => {
    await fault('concurrentRequestLimit', { times: 9_999 })
    await expect(list('ApexClass', 'Layout')).rejects.toMatchObject({ code: 'requestLimitExceeded' })
    expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBe(120_000)
  })
})
