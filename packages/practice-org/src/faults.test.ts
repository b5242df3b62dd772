import { afterEach, beforeEach, expect, test } from 'vitest'
import { apexClass, manifest, TestOrg } from './testing/client.ts'
import { textOf } from './xml/element.ts'

let org: TestOrg
beforeEach(async () => {
  org = await TestOrg.start()
})
afterEach(() => org.stop())

const oneClass = (name: string): Record<string, string> => ({
  'package.xml': manifest({ ApexClass: [name] }),
  ...apexClass(name, `public class ${name} {}`),
})

test('a lost reply on deploy: the caller sees a broken connection, the org has the change', async () => {
  await org.admin('POST', '/admin/faults', { kind: 'lostReply', operation: 'deploy' })
  await expect(org.startDeploy(oneClass('Lost'))).rejects.toThrow('fetch failed')
  const ask = async (): Promise<unknown> =>
    (await org.rest('/tooling/query?q=SELECT+Id,Status+FROM+DeployRequest')).body
  await expect.poll(ask).toMatchObject({ totalSize: 1, records: [{ Status: 'Succeeded' }] })
})

test('a held deployment stays InProgress until it is released, also over a restart', async () => {
  const hold = await org.admin('POST', '/admin/faults', { kind: 'hold', operation: 'deploy' })
  const id = await org.startDeploy(oneClass('Held'))
  const check = `<checkDeployStatus><asyncProcessId>${id}</asyncProcessId></checkDeployStatus>`
  await expect
    .poll(async () =>
      textOf(
        (await org.soap(check)).children[0] ?? {
          name: '',
          attributes: {},
          children: [],
          text: '',
          line: 0,
          column: 0,
        },
        'status',
      ),
    )
    .toBe('InProgress')
  await org.admin('DELETE', `/admin/faults/${String(hold.id)}`)
  expect(textOf(await org.waitForDeploy(id), 'status')).toBe('Succeeded')
})

test('an invalid session is answered once, in the words of each door', async () => {
  await org.admin('POST', '/admin/faults', { kind: 'invalidSession', operation: 'query' })
  const refused = await org.rest('/query?q=SELECT+Id+FROM+Organization')
  expect([refused.status, refused.body]).toEqual([
    401,
    [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }],
  ])
  expect((await org.rest('/query?q=SELECT+Id+FROM+Organization')).status).toBe(200)
})

test('a locked row fails the deployment', async () => {
  await org.admin('POST', '/admin/faults', { kind: 'lockRow', operation: 'deploy' })
  const result = await org.deploy(oneClass('Locked'))
  expect([textOf(result, 'status'), textOf(result, 'errorStatusCode')]).toEqual([
    'Failed',
    'UNABLE_TO_LOCK_ROW',
  ])
})

test('an accepted deployment is finished by the next process', async () => {
  await org.admin('POST', '/admin/faults', { kind: 'hold', operation: 'deploy' })
  const id = await org.startDeploy(oneClass('Survivor'))
  await org.restart()
  expect(textOf(await org.waitForDeploy(id), 'status')).toBe('Succeeded')
  expect((await org.admin('GET', `/admin/journal?id=${id}&kind=deploy`)).list).toHaveLength(1)
})
