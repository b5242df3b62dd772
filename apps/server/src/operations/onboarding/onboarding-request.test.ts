import { expect, test } from 'vitest'
import { signInToPractice } from '../../api/testing/connected-stack.ts'
import { testApp } from '../../api/testing/test-app.ts'

const app = testApp({ withPractice: true })

test('[W-210] the request has its five fields and no others', async () => {
  const user = await app.current.signIn()
  const body = {
    companyName: 'Acme Torches',
    sfdcEncryptedToken: await signInToPractice(user, app.practice),
    createSandboxEnvironments: false,
    emailAddressesToInvite: [],
    repositoryUsernameToInvite: null,
  }
  const send = async (sent: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(sent) }
    return (await app.current.fetch('/onboarding', init, user.accessToken)).status
  }
  expect(await send({ ...body, licenseKey: 'x' })).toBe(400)
  expect(await send({ ...body, companyName: '' })).toBe(400)
  expect(await send({ ...body, createSandboxEnvironments: 'yes' })).toBe(400)
  expect(await send({ ...body, emailAddressesToInvite: ['a@b.co'] })).toBe(400)
  expect(await send({ ...body, repositoryUsernameToInvite: 1 })).toBe(400)
  expect(await send(body)).toBe(200)
})
