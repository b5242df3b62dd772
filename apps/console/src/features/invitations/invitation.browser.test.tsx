import type { InvitationInfo } from '@sluice/contract/invitation'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, forever, refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { renderAt, type Surroundings } from '../../testing/render-at.tsx'
import { id, sampleTokens, sampleWorkspace } from '../../testing/samples.ts'
import { stopTime } from '../../testing/stop-time.ts'
import { submitRegistration } from '../../testing/submit-registration.ts'

const address = `/invitation/${id(7)}/${id(60)}?token=secret`
const { members: _, invitations: __, ...offered } = sampleWorkspace({ id: id(7), slug: 'offered' })
const joined = { ...offered, name: 'Northbeam', accessLevel: 'Reader' as const }

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const info = (changes: Partial<InvitationInfo> = {}): InvitationInfo => ({
  workspaceName: 'Northbeam',
  workspaceCompanyName: 'Northbeam Lighting',
  createdByEmailAddress: 'carol@northbeam.example',
  createdByFirstName: 'Carol',
  createdByLastName: 'Diaz',
  validUntilUtc: inSeconds(86_400 * 3 + 60),
  ...changes,
})

interface Visit extends Surroundings {
  invitations?: Answers['invitations']
  list?: NonNullable<Answers['workspaces']>['list']
}

const visit = ({ invitations = {}, list = [], ...surroundings }: Visit = {}) =>
  renderAt(address, {
    ...surroundings,
    answers: {
      ...surroundings.answers,
      invitations: { getInfo: info(), ...invitations },
      workspaces: { list },
    },
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })
const text = (shown: string) => page.getByText(shown, { exact: true })
const heading = page.getByRole('heading', { level: 1 })

test('[W-090][W-091][W-092] the screen shows the workspace, its company and who invited', async () => {
  await visit()
  await expect.element(heading).toHaveTextContent("You're invited!")
  await expect.element(text('Northbeam')).toBeVisible()
  await expect.element(text('Northbeam Lighting')).toBeVisible()
  await expect.element(text('Carol Diaz (carol@northbeam.example)')).toBeVisible()
  await expectAccessible()
})

test('[W-093][W-203] an unknown inviter is called so, and a workspace without a company shows none', async () => {
  const nobody = { createdByEmailAddress: null, createdByFirstName: null, createdByLastName: null }
  await visit({ invitations: { getInfo: info({ ...nobody, workspaceCompanyName: null }) } })
  await expect.element(text('Unknown user')).toBeVisible()
  expect(text('Northbeam Lighting').elements()).toEqual([])
})

test('[W-094] the screen shows when the invitation expires', async () => {
  const validUntilUtc = '2999-02-03T10:20:30.000Z'
  await visit({ invitations: { getInfo: info({ validUntilUtc }) } })
  await expect.element(page.getByText(/3 Feb 2999/)).toHaveAttribute('datetime', validUntilUtc)
})

test('[W-095][W-096][W-097] an invitation that expires while it is looked at can only be declined', async () => {
  stopTime('clock')
  await visit({ invitations: { getInfo: info({ validUntilUtc: inSeconds(600) }) } })
  await expect.element(button('Accept')).toBeEnabled()
  expect(text('The invitation has expired').elements()).toEqual([])
  vi.advanceTimersByTime(600_000)
  await expect.element(text('The invitation has expired')).toBeVisible()
  expect(button('Accept').elements()).toEqual([])
  expect(link('Sign in').elements()).toEqual([])
  await expect.element(button('Decline')).toBeEnabled()
})

test('[W-028][W-098] a visitor signs up or signs in with a way back, or declines', async () => {
  await visit({ user: null })
  for (const [name, path] of [
    ['Sign up', '/register'],
    ['Sign in', '/signin'],
  ] as const) {
    await expect
      .element(link(name))
      .toHaveAttribute('href', `${path}?returnTo=${encodeURIComponent(address)}`)
  }
  await expect.element(button('Decline')).toBeEnabled()
  expect(button('Accept').elements()).toEqual([])
  await expectAccessible()
})

test('who registers through the invitation comes back to it, and may accept', async () => {
  const { path } = await visit({
    user: null,
    answers: { users: { register: null, login: sampleTokens } },
  })
  await link('Sign up').click()
  await submitRegistration()
  await expect.poll(path).toBe(`/invitation/${id(7)}/${id(60)}`)
  await expect.element(button('Accept')).toBeEnabled()
})

test('a server that is closed offers no sign-up', async () => {
  await visit({ user: null, config: { registration: 'closed' } })
  await expect.element(link('Sign in')).toBeVisible()
  expect(link('Sign up').elements()).toEqual([])
})

test('[W-099] a member gets to the workspace, also when the invitation is gone', async () => {
  const { path } = await visit({ list: [joined], invitations: { getInfo: refusal('entityNotFound') } })
  await expect.element(text('Already a member')).toBeVisible()
  expect(button('Accept').elements()).toEqual([])
  await link('Go to workspace').click()
  await expect.poll(path).toBe('/workspaces/offered/stacks')
})

test('[W-100] nobody accepts before it is known whether he is a member', async () => {
  await visit({ list: forever })
  await expect.element(page.getByText('Loading the invitation')).toBeVisible()
  expect(button('Accept').elements()).toEqual([])
})

test('a global administrator who is no member may accept', async () => {
  await visit({ list: [{ ...joined, accessLevel: null }] })
  await expect.element(button('Accept')).toBeEnabled()
})

test('[W-101][W-005] who accepts comes to the workspace, which the list has now', async () => {
  let list: (typeof joined)[] = []
  const { server, path } = await visit({
    list: () => list,
    invitations: {
      accept: () => {
        list = [joined]
        return null
      },
    },
    pushed: { workspace: sampleWorkspace({ id: id(7), slug: 'offered', name: 'Northbeam' }), stacks: [] },
  })
  await button('Accept').click()
  await expect.poll(path).toBe('/workspaces/offered/stacks')
  await expect
    .poll(() => server.requests('invitations', 'accept'))
    .toEqual([{ params: { workspaceId: id(7), invitationId: id(60) }, query: { token: 'secret' } }])
})

test('[W-102][W-103] a decline is confirmed, deletes the invitation and leads home', async () => {
  const { server, path } = await visit({ user: null, invitations: { reject: null } })
  await button('Decline').click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog)
    .toHaveTextContent(
      'The invitation is deleted, and this cannot be undone. To join later, you need a new invitation.',
    )
  expect(server.requests('invitations', 'reject')).toEqual([])
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect.poll(path).toBe('/signin')
  await expect
    .poll(() => server.requests('invitations', 'reject'))
    .toEqual([{ params: { workspaceId: id(7), invitationId: id(60) }, query: { token: 'secret' } }])
})

test('[W-104][W-105][W-365] a failed fetch says why, and is tried again on demand', async () => {
  let answer: InvitationInfo | ReturnType<typeof refusal> = refusal('entityNotFound')
  await visit({
    invitations: {
      getInfo: () => {
        if (answer instanceof Error) throw answer
        return answer
      },
    },
  })
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem fetching the invitation details')
  await expect
    .element(alert)
    .toHaveTextContent(
      'The invitation could not be found. It may have been deleted by the sender, or you may already have accepted or declined it.',
    )
  answer = info()
  await button('Try again').click()
  await expect.element(button('Accept')).toBeEnabled()
})

test('[W-366] a link that is no link says so', async () => {
  await visit({ invitations: { getInfo: refusal('entityIdInvalid') } })
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'The invitation link is not in the correct format. If you manually typed or copied and pasted the link, check to ensure that the link is correct.',
    )
})

test('[W-106][W-364] a failed accept shows the panel', async () => {
  await visit({ invitations: { accept: refusal('invitationExpired') } })
  await button('Accept').click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem accepting the invitation')
  await expect
    .element(alert)
    .toHaveTextContent('The invitation has expired. Ask the sender to renew the invitation.')
})

test('[W-107] a failed decline shows the panel', async () => {
  await visit({ invitations: { reject: refusal('entityNotFound') } })
  await button('Decline').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('There was a problem declining the invitation')
})

test('the wrong account is named and left, with a way back', async () => {
  const { path, router } = await visit({ answers: { users: { logout: null } } })
  await expect.element(page.getByText('You are signed in as alice@acme.example.')).toBeVisible()
  await button('Use another account').click()
  await expect.poll(path).toBe('/signin')
  expect(router.state.location.search).toEqual({ returnTo: address })
})

test('[W-029] without its token an invitation is not found', async () => {
  for (const wrong of [address.replace('?token=secret', ''), address.replace('secret', '')]) {
    const { path } = await renderAt(wrong, { user: null })
    await expect.poll(path).toBe('/404')
  }
})
