import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { problemOf, testApp } from '../api/testing/test-app.ts'
import { refreshToken as refreshTokens, session } from '../platform/database/schema/users.ts'

const app = testApp()
const refresh = async (refreshToken: string) => app.current.client().users.refresh({ body: { refreshToken } })
const refusalOf = async (token: string) => (await problemOf(refresh(token))).type

/** Moves the moment of a token's replacement into the past. */
async function age(seconds: number) {
  await app.current.ctx.database.asSystem(async (tx) =>
    tx.update(refreshTokens).set({ replacedUtc: sql`replaced_utc - make_interval(secs => ${seconds})` }),
  )
}

async function livingTips(userId: string): Promise<number> {
  const rows = await app.current.ctx.database.asSystem(async (tx) =>
    tx
      .select({ id: refreshTokens.id })
      .from(refreshTokens)
      .innerJoin(session, eq(session.id, refreshTokens.sessionId))
      .where(sql`${session.userId} = ${userId} and replaced_by_id is null and ended_utc is null`),
  )
  return rows.length
}

describe('refresh tokens', () => {
  test('[W-306] each one is good for the next one', async () => {
    const first = await app.current.signIn()
    const second = await refresh(first.refreshToken)
    const third = await refresh(second.refreshToken)
    expect(new Set([first.refreshToken, second.refreshToken, third.refreshToken]).size).toBe(3)
  })

  test('the immediate parent gives the same child again for a moment', async () => {
    const { refreshToken: parent } = await app.current.signIn()
    const child = await refresh(parent)
    expect((await refresh(parent)).refreshToken).toBe(child.refreshToken)
  })

  test('the parent is dead after ten seconds, and with it the family', async () => {
    const { refreshToken: parent } = await app.current.signIn()
    const child = await refresh(parent)
    await age(11)
    expect(await refusalOf(parent)).toBe('identityRefreshTokenInvalid')
    expect(await refusalOf(child.refreshToken)).toBe('identityRefreshTokenInvalid')
  })

  test('a grandparent kills the family at once', async () => {
    const { refreshToken: grandparent, client } = await app.current.signIn()
    const parent = await refresh(grandparent)
    const tip = await refresh(parent.refreshToken)
    expect(await refusalOf(grandparent)).toBe('identityRefreshTokenInvalid')
    expect(await refusalOf(tip.refreshToken)).toBe('identityRefreshTokenInvalid')
    expect((await client.users.getSignInInfo()).isAuthenticated).toBe(false)
  })

  test('another family lives on', async () => {
    const stolen = await app.current.signIn()
    const other = await app.current.signIn(stolen.emailAddress)
    await refresh((await refresh(stolen.refreshToken)).refreshToken)
    await refusalOf(stolen.refreshToken)
    expect((await refresh(other.refreshToken)).accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  test('many tabs at once stay signed in on one tip', async () => {
    const { refreshToken: start, userId } = await app.current.signIn()
    let token = start
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, async () => refresh(token)))
      expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1)
      token = answers[0]?.refreshToken ?? ''
    }
    expect(await livingTips(userId)).toBe(1)
  })

  test('signing out kills the family', async () => {
    const { client, refreshToken } = await app.current.signIn()
    await client.users.logout()
    expect(await refusalOf(refreshToken)).toBe('identityRefreshTokenInvalid')
  })

  test('an expired one says so', async () => {
    const { refreshToken, userId } = await app.current.signIn()
    await app.current.ctx.database.asSystem(async (tx) =>
      tx.execute(sql`update refresh_token t set expires_utc = now() - interval '1 second'
        from session s where s.id = t.session_id and s.user_id = ${userId}`),
    )
    expect(await refusalOf(refreshToken)).toBe('identityRefreshTokenExpired')
  })

  test('an invented one is invalid', async () => {
    expect(await refusalOf('x'.repeat(43))).toBe('identityRefreshTokenInvalid')
  })

  test('none is stored in clear', async () => {
    const { refreshToken } = await app.current.signIn()
    const rows = await app.current.ctx.database.asSystem(async (tx) => tx.select().from(refreshTokens))
    expect(JSON.stringify(rows)).not.toContain(refreshToken)
  })
})
