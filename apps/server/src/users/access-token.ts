import { SignJWT, jwtVerify } from 'jose'
import type { Secrets } from '../platform/secrets.ts'

const audience = 'sluice-api'
const type = 'at+jwt'
const keyOf = (secrets: Secrets): Uint8Array => secrets.deriveKey('access-token')

export interface AccessTokenClaims {
  userId: string
  sessionId: string
  expiresUtc: Date
}

export async function issueAccessToken(
  secrets: Secrets,
  token: { userId: string; sessionId: string; now: Date; seconds: number },
): Promise<string> {
  const issuedAt = Math.floor(token.now.getTime() / 1000)
  return new SignJWT({ sid: token.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setSubject(token.userId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + token.seconds)
    .sign(keyOf(secrets))
}

/** The claims of a token of ours that has not expired, otherwise null: the caller is anonymous then. */
export async function readAccessToken(
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<AccessTokenClaims | null> {
  try {
    const options = { algorithms: ['HS256'], audience, typ: type, currentDate: now, requiredClaims: ['exp'] }
    const { payload } = await jwtVerify(token, keyOf(secrets), options)
    const { sub, sid, exp } = payload
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null
    return { userId: sub, sessionId: sid, expiresUtc: new Date(exp * 1000) }
  } catch {
    return null
  }
}
