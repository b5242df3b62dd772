import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { password, problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { HubClient } from '../hub/testing/hub-client.ts'
import { outboxMail } from '../platform/database/schema/server.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { insertDeviceAuthorization } from '../stacks/device-authorization-store.ts'

const settings = { SLUICE_GLOBAL_ADMINS: 'root@example.com,chief@example.com' }
const app = testApp({ settings })
let root: SignedIn
let chief: SignedIn

beforeAll(async () => {
  root = await app.current.signInAsAdministrator('root@example.com')
  chief = await app.current.signInAsAdministrator('chief@example.com')
})

const asSystem: (typeof app.current.ctx.database)['asSystem'] = async (body) =>
  app.current.ctx.database.asSystem(body)
const at = ({ userId: accountId }: { userId: string }) => ({ params: { accountId } })
const disable = async (one: { userId: string }) => root.client.accounts.disable(at(one))
const enable = async (one: { userId: string }) => root.client.accounts.enable(at(one))
const login = async (emailAddress: string, given = password) =>
  app.current.client().users.login({ body: { username: emailAddress, password: given } })
const found = async (search: string) => (await root.client.accounts.list({ query: { search } })).accounts
const lastEventOf = async (action: string) => {
  const { events } = await root.client.auditLog.listOfInstallation({ query: { action } })
  return events[0]
}

/** Sets a new password with the link. */
const use = async (link: string | null) => {
  const [userId = '', encodedPasswordResetToken = ''] =
    /reset\/([^/]+)\/([^/]+)\//.exec(link ?? '')?.slice(1) ?? []
  const body = { userId, encodedPasswordResetToken, newPassword: 'Another-horse-2' }
  return app.current.client().users.resetPassword({ body })
}

describe('the list of accounts', () => {
  test('shows status, last sign-in and the number of workspaces, and finds a part of a name or an address', async () => {
    const one = await app.current.signIn()
    await createObjectTree(app.current, one)
    const [account, ...others] = await found(one.emailAddress.slice(0, 36).toUpperCase())
    expect(others).toEqual([])
    expect(account).toMatchObject({
      id: one.userId,
      emailAddress: one.emailAddress,
      status: 'Active',
      workspaceCount: 1,
      isGlobalAdministrator: false,
    })
    expect(account?.lastSignedInUtc).not.toBeNull()
    expect((await found('ada lovelace')).map(({ id }) => id)).toContain(one.userId)
    expect(await found('%')).toEqual([])
    expect((await lastEventOf('server.accountsRead'))?.actorUserId).toBe(root.userId)
  })

  test('comes in pages without a gap, and by status', async () => {
    const name = `page-${randomUUID()}-`
    await asSystem((tx) =>
      tx.execute(sql`insert into app_user (id, email_address, first_name, last_name, disabled_utc)
        select gen_random_uuid(), ${name} || lpad(n::text, 3, '0') || '@example.com', 'A', 'B',
          case when n < 3 then now() end from generate_series(0, 104) n`),
    )
    const list = async (query: Partial<{ after: string; status: 'Disabled' }>) =>
      root.client.accounts.list({ query: { search: name, ...query } })
    const first = await list({})
    const second = await list({ after: first.nextAfter ?? '' })
    const numbers = [...first.accounts, ...second.accounts].map(({ emailAddress }) =>
      Number(emailAddress.slice(name.length, name.length + 3)),
    )
    expect(numbers).toEqual(Array.from({ length: 105 }, (_, n) => n))
    expect(second.nextAfter).toBeNull()
    expect((await list({ status: 'Disabled' })).accounts).toHaveLength(3)
  })

  test('and every change is for global administrators only', async () => {
    const { accounts } = (await app.current.signIn()).client
    const calls = [
      async () => accounts.list({ query: {} }),
      async () => accounts.disable(at(root)),
      async () => accounts.enable(at(root)),
      async () => accounts.signOut(at(root)),
      async () => accounts.resetPassword(at(root)),
    ]
    for (const call of calls) expect((await problemOf(call())).type).toBe('userNotAuthorized')
    expect((await root.client.users.getSignInInfo()).isAuthenticated).toBe(true)
  })
})

describe('a disabled account', () => {
  let owner: SignedIn
  let tree: ObjectTree

  beforeAll(async () => {
    owner = await app.current.signIn()
    tree = await createObjectTree(app.current, owner)
  })

  test('loses its sessions, sockets, begun sign-ins to orgs and schedules at once, and cannot sign in until it is enabled', async () => {
    const { workspaceId, scheduleId } = tree.ids
    const now = new Date()
    await asSystem(async (tx) => {
      const runs = { runAsUserId: owner.userId, isEnabled: true }
      await tx.update(schedule).set(runs).where(eq(schedule.id, scheduleId))
      await insertDeviceAuthorization(tx, {
        deviceCode: 'code',
        binding: 'browser',
        signInUrl: 'https://login.example.com',
        clientId: 'client',
        userId: owner.userId,
        stackId: null,
        initiatedUtc: now,
        expiresUtc: new Date(now.getTime() + 60_000),
      })
    })
    const socket = await HubClient.enter(app.current.origin, workspaceId, owner.accessToken)
    const before = performance.now()
    await disable(owner)
    expect(await socket.closed()).toBe(4401)
    expect(performance.now() - before).toBeLessThan(2_000)
    expect((await problemOf(owner.client.workspaces.list())).status).toBe(401)
    const { refreshToken } = owner
    const renewed = problemOf(app.current.client().users.refresh({ body: { refreshToken } }))
    expect((await renewed).type).toBe('identityRefreshTokenInvalid')
    expect(await problemOf(login(owner.emailAddress))).toMatchObject({
      type: 'userNotAuthorized',
      detail: 'This account is disabled. Ask the administrators of this server.',
    })
    // Only whoever knows the password learns that the account is disabled.
    expect((await problemOf(login(owner.emailAddress, 'wrong'))).type).toBe('identityCredentialsInvalid')
    const { rows } = await asSystem((tx) =>
      tx.execute(sql`select
        (select count(*)::int from device_authorization where user_id = ${owner.userId}) as codes,
        (select is_enabled from schedule where id = ${scheduleId}) as enabled,
        (select problems->0->>'message' from schedule where id = ${scheduleId}) as problem`),
    )
    const problem = 'The account of the user that this schedule runs as was disabled.'
    expect(rows).toEqual([{ codes: 0, enabled: false, problem }])
    expect(await lastEventOf('account.disabled')).toMatchObject({
      actorUserId: root.userId,
      subjectName: 'Ada Lovelace',
      subjectId: owner.userId,
    })
    await enable(owner)
    expect((await app.current.signIn(owner.emailAddress)).userId).toBe(owner.userId)
    expect((await lastEventOf('account.enabled'))?.subjectId).toBe(owner.userId)
  })

  test('is sent no reset link, and an earlier one is dead', async () => {
    const one = await app.current.signIn()
    const { link } = await root.client.accounts.resetPassword(at(one))
    await disable(one)
    await app.current.client().users.forgotPassword({ body: { emailAddress: one.emailAddress } })
    const mails = await asSystem((tx) =>
      tx.select().from(outboxMail).where(eq(outboxMail.toAddress, one.emailAddress)),
    )
    expect(mails).toEqual([])
    expect((await problemOf(use(link))).type).toBe('identityResetPasswordTokenInvalid')
    const reset = problemOf(root.client.accounts.resetPassword(at(one)))
    expect((await reset).detail).toBe('This account is disabled. Enable it first.')
  })

  test('is no global administrator, and nobody disables the own one', async () => {
    expect((await problemOf(disable(root))).detail).toBe('You cannot disable your own account.')
    await disable(chief)
    const [account] = await found(chief.emailAddress)
    expect(account).toMatchObject({ status: 'Disabled', isGlobalAdministrator: false })
    await enable(chief)
  })

  test('of two administrators who disable each other at once one stays', async () => {
    chief = await app.current.signIn(chief.emailAddress)
    const ends = await Promise.allSettled([disable(chief), chief.client.accounts.disable(at(root))])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [stays, lost] = ends[0].status === 'fulfilled' ? [root, chief] : [chief, root]
    await stays.client.accounts.enable(at(lost))
    root = await app.current.signIn(root.emailAddress)
  })

  test('that does not exist is not found', async () => {
    expect((await problemOf(disable({ userId: randomUUID() }))).type).toBe('entityNotFound')
    expect((await problemOf(disable({ userId: 'nonsense' }))).type).toBe('entityIdInvalid')
  })
})

describe('by a global administrator', () => {
  test('an account is signed out everywhere and can sign in again', async () => {
    const one = await app.current.signIn()
    await root.client.accounts.signOut(at(one))
    expect((await one.client.users.getSignInInfo()).isAuthenticated).toBe(false)
    expect((await app.current.signIn(one.emailAddress)).userId).toBe(one.userId)
    expect((await lastEventOf('account.signedOut'))?.subjectId).toBe(one.userId)
  })

  test('without a mail server a password is reset by a link that works once, ends the sessions when used and proves no address', async () => {
    const one = await app.current.signIn()
    const { link } = await root.client.accounts.resetPassword(at(one))
    expect(link).toContain(`${app.current.ctx.config.publicUrl}/password/reset/${one.userId}/`)
    expect((await one.client.users.getSignInInfo()).isAuthenticated).toBe(true)
    await use(link)
    expect((await one.client.users.getSignInInfo()).isAuthenticated).toBe(false)
    expect((await login(one.emailAddress, 'Another-horse-2')).accessToken).not.toBe('')
    expect((await problemOf(use(link))).type).toBe('identityResetPasswordTokenInvalid')
    expect((await found(one.emailAddress))[0]?.emailIsConfirmed).toBe(false)
    expect((await lastEventOf('account.passwordResetLinkShown'))?.subjectId).toBe(one.userId)
  })
})

describe('with a mail server', () => {
  const mailing = testApp({ settings: { ...settings, SLUICE_MAIL_URL: 'smtp://127.0.0.1:9' } })

  test('a reset is mailed to the account, and the administrator sees no link', async () => {
    const administrator = await mailing.current.signInAsAdministrator('root@example.com')
    const other = await mailing.current.signInAsAdministrator('chief@example.com')
    expect((await administrator.client.accounts.resetPassword(at(other))).link).toBeNull()
    const mails = await mailing.current.ctx.database.asSystem((tx) =>
      tx.select().from(outboxMail).where(eq(outboxMail.toAddress, other.emailAddress)),
    )
    expect(mails.filter(({ body }) => body.includes('/password/reset/'))).toHaveLength(1)
  })
})
