import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { Connection } from '@sluice/salesforce/connection'
import { checkRetrieve, downloadRetrieve, startRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { Deadline } from '../../../platform/deadline.ts'
import { clockWithoutWaits } from '../../../commands/testing/clock-without-waits.ts'
import { retrieveWorld } from '../../../commands/testing/retrieve-world.ts'
import { alpha, apexClass } from '../../../commands/testing/sample-metadata.ts'
import { salesProfile } from '../../../commands/testing/sample-profile.ts'
import type { TestOrg } from '../../../commands/testing/test-org.ts'
import { readJson, writeJson } from '../../session/work-folder.ts'
import { retrieveBatch } from './retrieve-batch.ts'

const world = retrieveWorld()
const members = [{ type: 'ApexClass', fullName: 'Alpha', modifier: null }]
let org: TestOrg
let connection: Connection

async function openBatch(
  onPoll: (stateFile: string) => Promise<void> = async () => undefined,
  deadline = new Deadline(systemClock, 20_000),
) {
  const leftOut: string[] = []
  const connected = await world.connect()
  org = connected.org
  connection = connected.connection
  await org.edit(alpha.edit())
  const folder = await mkdtemp(join(world.folder, 'batch-'))
  const posted: string[] = []
  const context = {
    connection,
    apiVersion: '68.0',
    folder,
    signal: new AbortController().signal,
    deadline,
    async faultPoint(name: string) {
      if (name === 'retrieve.post') posted.push(name)
      if (name === 'retrieve.poll') await onPoll(join(folder, 'batch.json'))
    },
    onRetrieved: () => undefined,
    leaveOut: ({ fullName }: RetrieveMember) => void leftOut.push(fullName),
  }
  const retrieve = (asked: readonly RetrieveMember[] = members) => retrieveBatch(context, 'batch', asked)
  return { folder, posted, leftOut, retrieve }
}

afterEach(() => org.admin('DELETE', 'faults'))

test.each(['truncatedZip', 'emptyZip', 'notAZip'])(
  'an archive spoilt by %s is retrieved again',
  async (kind) => {
    const batch = await openBatch()
    await org.admin('POST', 'faults', { kind, operation: 'retrieve' })
    expect(await batch.retrieve()).toMatchObject([{ file: 'batch.zip', components: 1 }])
    expect(batch.posted).toHaveLength(2)
  },
)

test('a retrieve that the org does not know any more when its archive is asked for is started again', async () => {
  let isHeld = true
  const batch = await openBatch(async (stateFile) => {
    if (!isHeld) return
    isHeld = false
    await org.admin('DELETE', 'faults')
    const id = (await readJson<string>(stateFile)) ?? ''
    await expect.poll(async () => (await checkRetrieve(connection, id)).done).toBe(true)
    // The next poll passes and finds the retrieve done; the download after it meets the fault.
    await org.admin('POST', 'faults', {
      kind: 'invalidCrossReference',
      operation: 'checkRetrieveStatus',
      skip: 1,
    })
  })
  await org.admin('POST', 'faults', { kind: 'hold', operation: 'retrieve' })
  expect(await batch.retrieve()).toMatchObject([{ file: 'batch.zip', components: 1 }])
  expect(batch.posted).toHaveLength(2)
})

test('an archive that is lost three times fails the retrieve', async () => {
  const batch = await openBatch()
  await org.admin('POST', 'faults', { kind: 'emptyZip', operation: 'retrieve', times: 9 })
  await expect(batch.retrieve()).rejects.toThrow('no longer has the archive')
  expect(batch.posted).toHaveLength(3)
})

test('an archive that was sent to a process that died is retrieved again', async () => {
  const batch = await openBatch()
  const request = { members: new Map([['ApexClass', ['Alpha']]]), apiVersion: '68.0' }
  const id = await startRetrieve(connection, request)
  await expect.poll(async () => (await checkRetrieve(connection, id)).done).toBe(true)
  await downloadRetrieve(connection, id, { toFile: join(batch.folder, 'lost') })
  await writeJson(join(batch.folder, 'batch.json'), id)
  expect(await batch.retrieve()).toMatchObject([{ file: 'batch.zip', components: 1 }])
  expect(batch.posted).toHaveLength(1)
})

test('profiles are tried by themselves once, however often the batch around a poisoned class is divided', async () => {
  const batch = await openBatch()
  const classes = Array.from({ length: 8 }, (_, index) => apexClass(`Class${index}`))
  const profile = salesProfile({ classes: ['Class0', 'Class7'], fields: [] })
  for (const one of classes) await org.edit(one.edit())
  await org.edit(profile.edit)
  await org.admin('POST', 'faults', { kind: 'poisonedComponent', component: 'ApexClass/Class7' })
  const asked = classes.map(({ name }) => ({ type: 'ApexClass', fullName: name }))
  const archives = await batch.retrieve([{ type: 'Profile', fullName: 'Sales' }, ...asked])
  expect(archives.reduce((sum, { components }) => sum + components, 0)).toBe(7 + 4)
  expect(batch.leftOut).toEqual(['Class7'])
  // Twice for each of four divisions, three halves without the class, and the profile alone before and after them.
  expect(batch.posted).toHaveLength(4 * 2 + 3 + 2)
})

const sixHours = () => new Deadline(clockWithoutWaits(), 6 * 3_600_000)
const unknown = { kind: 'invalidCrossReference', operation: 'checkRetrieveStatus' }

describe('a retrieve that the org does not know', () => {
  test('for a moment is waited for', async () => {
    const batch = await openBatch(undefined, sixHours())
    await org.admin('POST', 'faults', { ...unknown, times: 5 })
    expect(await batch.retrieve()).toMatchObject([{ file: 'batch.zip', components: 1 }])
    expect(batch.posted).toHaveLength(1)
  })

  test('for longer than a minute is started again', async () => {
    const forget = async () => {
      if (batch.posted.length === 2) await org.admin('DELETE', 'faults')
    }
    const batch = await openBatch(forget, sixHours())
    await org.admin('POST', 'faults', { ...unknown, times: 9_999 })
    expect(await batch.retrieve()).toMatchObject([{ file: 'batch.zip', components: 1 }])
    expect(batch.posted).toHaveLength(2)
  })

  test('is started again twice and no more', async () => {
    const batch = await openBatch(undefined, sixHours())
    await org.admin('POST', 'faults', { ...unknown, times: 9_999 })
    await expect(batch.retrieve()).rejects.toThrow(/^Salesforce does not know the retrieve \w+ any more/)
    expect(batch.posted).toHaveLength(3)
  })

  test('and that a lost worker had begun is started again twice and no more', async () => {
    const batch = await openBatch(undefined, sixHours())
    await org.admin('POST', 'faults', { ...unknown, times: 9_999 })
    await writeJson(join(batch.folder, 'batch.json'), '09S000000000001AAA')
    await expect(batch.retrieve()).rejects.toThrow('does not know the retrieve')
    expect(batch.posted).toHaveLength(2)
  })
})
