import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sampleTokens } from '../../testing/samples.ts'

const heading = (name: string) => page.getByRole('heading', { name, exact: true })

async function signIn() {
  await page.getByRole('textbox', { name: 'Username' }).fill('alice@acme.example')
  await page.getByLabelText('Password', { exact: true }).fill('Secret-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('[W-296] the base address of the API comes from the configuration', async () => {
  // The server of the test refuses every other beginning of an address.
  const { server } = await renderAt('/workspaces/acme/stacks', {
    config: { apiBaseAddress: '/elsewhere/v1' },
  })
  await expect.element(heading('Stacks')).toBeVisible()
  await expect.poll(() => server.requests('workspaces', 'list')).toHaveLength(1)
  expect(server.hub.lines.length).toBeGreaterThan(0)
})

test('[W-297] a call sends JSON and takes JSON', async () => {
  const { server } = await renderAt('/signin', { user: null, answers: { users: { login: sampleTokens } } })
  await expect.element(heading('Sign in')).toBeVisible()
  const sent: { method: string | undefined; type: string | null; body: unknown }[] = []
  const fetch = server.fetch.bind(server)
  server.fetch = (...request) => {
    const [, init] = request
    const type = new Headers(init?.headers).get('content-type')
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    sent.push({ method: init?.method, type, body })
    return fetch(...request)
  }
  await signIn()
  await expect.element(heading('Stacks')).toBeVisible()
  expect(sent[0]).toEqual({
    method: 'POST',
    type: 'application/json',
    body: { username: 'alice@acme.example', password: 'Secret-1' },
  })
})

test('[W-298] every request is preceded by the configured pause', async () => {
  const pauseMs = 500
  const moments: number[] = []
  const login = () => {
    moments.push(performance.now())
    throw refusal('identityCredentialsInvalid')
  }
  await renderAt('/signin', {
    user: null,
    config: { requestPauseMs: pauseMs },
    answers: { users: { login } },
  })
  await expect.element(heading('Sign in')).toBeVisible()
  const button = page.getByRole('button', { name: 'Sign in' })
  await page.getByRole('textbox', { name: 'Username' }).fill('alice@acme.example')
  await page.getByLabelText('Password', { exact: true }).fill('Secret-1')
  for (const times of [1, 2]) {
    const before = performance.now()
    await button.click()
    await expect.poll(() => moments.length).toBe(times)
    expect((moments.at(-1) ?? 0) - before).toBeGreaterThanOrEqual(pauseMs - 1)
    await expect.element(button).toBeEnabled()
  }
})
