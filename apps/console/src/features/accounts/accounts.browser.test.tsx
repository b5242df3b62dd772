import type { Account } from '@sluice/contract/accounts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleUser } from '../../testing/samples.ts'

const sampleAccount = (changes: Partial<Account> = {}): Account => ({
  id: id(70),
  emailAddress: 'bob@acme.example',
  emailIsConfirmed: true,
  firstName: 'Bob',
  lastName: 'Harris',
  createdUtc: '2026-01-01T12:00:00.000Z',
  lastSignedInUtc: '2026-01-30T12:00:00.000Z',
  status: 'Active',
  disabledUtc: null,
  isGlobalAdministrator: false,
  workspaceCount: 3,
  ...changes,
})
const user = sampleUser({ isGlobalAdministrator: true })
const one = { accounts: [sampleAccount()], nextAfter: null }

const visit = (
  accounts: NonNullable<Answers['accounts']>,
  { address = '/accounts', sendsMail = true }: { address?: string; sendsMail?: boolean } = {},
) => renderAt(address, { user, config: { sendsMail }, answers: { accounts } })

const table = page.getByRole('table', { name: 'Accounts' })
const dialog = page.getByRole('alertdialog')
const choose = async (action: string) => {
  await page.getByRole('button', { name: 'Actions for bob@acme.example' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const confirm = async (action: string) => dialog.getByRole('button', { name: action }).click()

describe('the accounts', () => {
  test('are listed for a global administrator, who comes from the user menu', async () => {
    const locked = sampleAccount({
      id: id(71),
      emailAddress: 'carol@acme.example',
      status: 'LockedOut',
      lastSignedInUtc: null,
    })
    const answer = { accounts: [sampleAccount({ isGlobalAdministrator: true }), locked], nextAfter: null }
    const { path } = await visit({ list: answer }, { address: '/workspaces/acme/stacks' })
    await page.getByRole('button', { name: 'AM, user menu' }).click()
    await page.getByRole('menuitem', { name: 'Accounts' }).click()
    await expect.poll(path).toBe('/accounts')
    await expect.element(table.getByText('carol@acme.example')).toBeVisible()
    for (const text of ['Global administrator', 'Locked', 'Never'])
      await expect.element(table.getByText(text, { exact: true })).toBeVisible()
    await expect.element(page.getByText('Showing 2 accounts')).toBeVisible()
  })

  test('are for nobody else', async () => {
    const { server } = await renderAt('/accounts')
    await expect.element(page.getByRole('heading', { name: "That's a 404, sorry." })).toBeVisible()
    expect(server.requests('accounts', 'list')).toEqual([])
  })

  test('are searched on the server, and come in pages', async () => {
    const { server } = await visit({
      list: ({ query }) =>
        query.after === undefined
          ? { accounts: [sampleAccount()], nextAfter: id(70) }
          : { accounts: [sampleAccount({ id: id(71), emailAddress: 'zoe@acme.example' })], nextAfter: null },
    })
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(table.getByText('zoe@acme.example')).toBeVisible()
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search accounts' }), 'harris')
    await expect.poll(() => server.requests('accounts', 'list').at(-1)?.query).toEqual({ search: 'harris' })
  })
})

describe('an account', () => {
  test.each([
    { action: 'Disable', call: 'disable', status: 'Active' },
    { action: 'Sign out everywhere', call: 'signOut', status: 'Active' },
    { action: 'Enable', call: 'enable', status: 'Disabled' },
  ] as const)('$action asks first, then calls and reads the list again', async ({ action, call, status }) => {
    const listed = { accounts: [sampleAccount({ status })], nextAfter: null }
    const { server } = await visit({ list: listed, [call]: null })
    await choose(action)
    await expect.element(dialog).toBeVisible()
    expect(server.requests('accounts', call)).toEqual([])
    const before = server.requests('accounts', 'list').length
    await confirm(action)
    await expect.poll(() => server.requests('accounts', call).length).toBe(1)
    await expect.poll(() => server.requests('accounts', 'list').length).toBe(before + 1)
    await expect.poll(() => dialog.elements()).toEqual([])
  })

  test('of oneself cannot be disabled', async () => {
    await visit({ list: { accounts: [sampleAccount({ id: user.id })], nextAfter: null } })
    await page.getByRole('button', { name: 'Actions for bob@acme.example' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Reset password' })).toBeVisible()
    expect(page.getByRole('menuitem', { name: 'Disable' }).elements()).toEqual([])
  })

  test('that cannot be changed says why in the dialog', async () => {
    const detail = 'You cannot disable your own account.'
    await visit({ list: one, disable: refusal('entityConflict', { detail }) })
    await choose('Disable')
    await confirm('Disable')
    await expect.element(dialog.getByText(detail).first()).toBeVisible()
  })

  test('gets its reset link by mail', async () => {
    await visit({ list: one, resetPassword: { link: null, expiresUtc: '2026-01-31T13:00:00.000Z' } })
    await choose('Reset password')
    await expect.element(dialog.getByText(/is mailed to bob@acme.example/)).toBeVisible()
    await confirm('Reset password')
    await expect.poll(() => dialog.elements()).toEqual([])
  })

  test('gets it from the administrator, who sees it once, where the server sends no mail', async () => {
    const link = 'https://sluice.example/password/reset/a/b/c'
    const resetPassword = { link, expiresUtc: '2026-01-31T13:00:00.000Z' }
    await visit({ list: one, resetPassword }, { sendsMail: false })
    await choose('Reset password')
    await expect.element(dialog.getByText(/you are shown a link/)).toBeVisible()
    await confirm('Reset password')
    await expect.element(page.getByText(link)).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => page.getByText(link).elements()).toEqual([])
  })
})
