import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { json, renderInStack } from '../../testing/render-in-stack.tsx'
import { DeviceCodeConnection } from './device-code-connection.tsx'

const initiation = {
  initiatedUtc: '2026-01-31T12:00:00.000Z',
  userCodeValidForSeconds: 600,
  deviceCode: 'code',
  recommendedPollingIntervalSeconds: 5,
  verificationUrl: 'https://login.salesforce.com/setup/connect',
  userCode: 'ABCD1234',
}
const pending = { status: 'Pending', tokenResponse: null, orgType: null, username: null }
/** A sign-in that has begun and that nobody approves. */
const begun = (path: string) => json(path.endsWith('/device-code') ? initiation : pending)
const connection = <DeviceCodeConnection onAuthorized={() => undefined} />

test('[W-110][W-111][W-112] Connect becomes active with the code, and opens the verification page in a new tab', async () => {
  await renderInStack(connection, begun)
  const connect = page.getByRole('link', { name: 'Connect' })
  await expect.element(connect).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText('ABCD1234')).toBeVisible()
  await expect.element(connect).toHaveAttribute('href', `${initiation.verificationUrl}?user_code=ABCD1234`)
  await expect.element(connect).toHaveAttribute('target', '_blank')
})

test('[W-113][W-244] a refused address is told, and "Try again" starts anew', async () => {
  const refusal = { type: 'sfdcCredentialsInvalid', title: 'No', status: 400 }
  const { server } = await renderInStack(connection, () => json(refusal, 400))
  await expect
    .element(page.getByText("This doesn't seem to be a working Salesforce sign-in URL"))
    .toBeVisible()
  server.answer = begun
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('ABCD1234')).toBeVisible()
})

test('an address of another host is refused before anyone is asked', async () => {
  const { server } = await renderInStack(connection, begun)
  await page.getByRole('textbox', { name: 'Salesforce sign-in URL' }).fill('https://evil.example')
  await expect.element(page.getByText('Salesforce sign-in URL must end with ".salesforce.com"')).toBeVisible()
  expect(server.calls.filter((call) => JSON.stringify(call.body).includes('evil'))).toEqual([])
})
