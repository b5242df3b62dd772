import { checkDeploy, deployRecentValidation } from '@sluice/salesforce/metadata/deploy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classFiles } from './archives.ts'
import type { Deployed } from './own-client.ts'
import { OwnClient } from './own-client.ts'

let own: OwnClient
beforeAll(async () => {
  own = await OwnClient.start()
})
afterAll(() => own.stop())

const validated = async (name: string, more: Deployed = {}): Promise<string> => {
  const files = classFiles(name, `public class ${name} {}`)
  return (await own.deployed(files, { checkOnly: true, testLevel: 'RunLocalTests', ...more })).id
}
const quick = (id: string): Promise<string> => deployRecentValidation(own.connection, id)
const refusal = (message: RegExp) => ({
  code: 'fault',
  salesforceCode: 'INVALID_ID_FIELD',
  message: expect.stringMatching(message),
  outcomeUnknown: false,
})
const inOrg = async (name: string): Promise<boolean> =>
  Object.keys(await own.retrieved({ ApexClass: ['*'] })).includes(`unpackaged/classes/${name}.cls`)

test('a validation that ran its tests is deployed under a new id, without its tests', async () => {
  const validation = await validated('Quick')
  expect(await inOrg('Quick')).toBe(false)
  const id = await quick(validation)
  expect(id).not.toBe(validation)
  expect(await own.endOf(id)).toMatchObject({ status: 'Succeeded', checkOnly: false, numberTestsTotal: 0 })
  expect(await inOrg('Quick')).toBe(true)
})

test('a validation can be deployed once, and not after any other deployment', async () => {
  const [validation, other] = [await validated('Once'), await validated('Overtaken')]
  await own.endOf(await quick(validation))
  await expect(quick(validation)).rejects.toMatchObject(refusal(/another deployment/))
  await expect(quick(other)).rejects.toMatchObject(refusal(/another deployment/))
})

test('a validation and a deployment that failed do not keep another one from being deployed', async () => {
  const validation = await validated('Between')
  await validated('Later')
  await own.deployed(classFiles('Broken', 'public class Broken {'))
  expect((await own.endOf(await quick(validation))).status).toBe('Succeeded')
})

test('a validation without tests, a failed one and a deployment do not qualify', async () => {
  const untested = await validated('Untested', { testLevel: null })
  await expect(quick(untested)).rejects.toMatchObject(refusal(/no Apex tests/))
  const failed = await own.deployed(classFiles('Failed', 'public class Failed {'), { checkOnly: true })
  await expect(quick(failed.id)).rejects.toMatchObject(refusal(/Invalid validated deploy id/))
  const deployed = await own.deployed(classFiles('Deployed', 'public class Deployed {}'))
  await expect(quick(deployed.id)).rejects.toMatchObject(refusal(/Invalid validated deploy id/))
})

test('after ten days it does not qualify any more', async () => {
  const validation = await validated('Old')
  await own.call('PATCH', '/admin/settings', { expireValidations: true })
  await expect(quick(validation)).rejects.toMatchObject(refusal(/ten days/))
})

test('where the answer is lost the outcome is unknown, and nothing is posted again', async () => {
  const validation = await validated('Lost')
  const before = await own.accepted()
  await own.fault('lostReply', 'deploy')
  await expect(quick(validation)).rejects.toMatchObject({ code: 'lostReply', outcomeUnknown: true })
  expect(await own.accepted()).toBe(before + 1)
})

test('an id that is none is refused', async () => {
  await expect(quick('0Af000000000001')).rejects.toMatchObject({ salesforceCode: 'INVALID_ID_FIELD' })
  await expect(checkDeploy(own.connection, '0Af000000000001')).rejects.toMatchObject({ code: 'notFound' })
})
