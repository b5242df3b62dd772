import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createSecrets } from '../platform/secrets.ts'
import { issueAccessToken, readAccessToken } from './access-token.ts'

const secrets = createSecrets(Buffer.alloc(32, 1))
const now = new Date('2026-01-01T00:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const token = { userId: 'u', sessionId: 's', now, seconds: 900 }
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { sub: 'u', sid: 's', aud: 'sluice-api', exp: later(900).getTime() / 1000 }
const sign = async (header: { alg: string; typ?: string }, payload: Record<string, unknown>) =>
  new SignJWT(payload).setProtectedHeader(header).sign(secrets.deriveKey('access-token'))

describe('access tokens', () => {
  test('tell who calls until they expire', async () => {
    const issued = await issueAccessToken(secrets, token)
    expect(await readAccessToken(secrets, issued, later(899))).toMatchObject({ userId: 'u', sessionId: 's' })
    expect(await readAccessToken(secrets, issued, later(901))).toBeNull()
  })

  test('of another installation say nothing', async () => {
    const foreign = await issueAccessToken(createSecrets(Buffer.alloc(32, 2)), token)
    expect(await readAccessToken(secrets, foreign, now)).toBeNull()
  })

  test.each([
    ['no signature', async () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.`],
    ['another algorithm', async () => sign({ alg: 'HS384', typ: 'at+jwt' }, claims)],
    ['another type', async () => sign({ alg: 'HS256', typ: 'JWT' }, claims)],
    ['no type', async () => sign({ alg: 'HS256' }, claims)],
    [
      'another audience',
      async () => sign({ alg: 'HS256', typ: 'at+jwt' }, { ...claims, aud: 'job-progress' }),
    ],
    ['no end', async () => sign({ alg: 'HS256', typ: 'at+jwt' }, { ...claims, exp: undefined })],
    ['no session', async () => sign({ alg: 'HS256', typ: 'at+jwt' }, { ...claims, sid: undefined })],
    ['no form', async () => 'not a token'],
  ])('with %s are refused', async (_, forge) => {
    expect(await readAccessToken(secrets, await forge(), now)).toBeNull()
  })
})
