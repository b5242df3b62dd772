import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifest } from '../../src/testing/client.ts'
import { OwnClient } from './own-client.ts'

let own: OwnClient
beforeAll(async () => {
  own = await OwnClient.start()
})
afterAll(() => own.stop())

const head = '<Profile xmlns="http://soap.sforce.com/2006/04/metadata"><custom>true</custom>'
const permission = (name: string, enabled: boolean) =>
  `<userPermissions><enabled>${enabled}</enabled><name>${name}</name></userPermissions>`
const files = (...permissions: string[]) => ({
  'package.xml': manifest({ Profile: ['Clerk'] }),
  'profiles/Clerk.profile': `${head}${permissions.join('')}</Profile>`,
})

test('a deployed profile changes what it names, and an unknown permission is told by its name', async () => {
  await own.deployed(files(permission('ExportReport', true), permission('ViewSetup', true)))
  await own.deployed(files(permission('ExportReport', false)))
  const retrieved = await own.retrieved({ Profile: ['Clerk'] })
  const text = new TextDecoder().decode(retrieved['unpackaged/profiles/Clerk.profile'])
  expect(text.replaceAll(/\s/g, '')).toContain(
    permission('ExportReport', false) + permission('ViewSetup', true),
  )
  await own.admin('PATCH', '', { facts: { unknownUserPermissions: ['ManageHpi'] } })
  expect(await own.deployed(files(permission('ManageHpi', true)))).toMatchObject({
    status: 'Failed',
    componentFailures: [{ fullName: 'Clerk', problem: 'Unknown user permission: ManageHpi' }],
  })
})
