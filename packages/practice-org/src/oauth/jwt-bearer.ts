import { createPublicKey, verify } from 'node:crypto'
import type { Answer } from '../http/request.ts'
import { isRecord } from '../http/request.ts'
import type { Practice } from '../practice.ts'
import { wording } from '../wording.ts'
import { isAtHome } from './door.ts'
import { registrationsOf } from './registered-apps.ts'
import { oauthError, tokenAnswer } from './token-answers.ts'
import type { TokenRequest } from './token-answers.ts'

/** A JWT taken apart; nothing in it is trusted yet. */
interface Assertion {
  claims: Record<string, unknown>
  /** What the signature covers. */
  signed: string
  signature: Buffer
}

/**
 * grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer. The app (`iss`) has to be registered
 * with a certificate in the org of the user (`sub`), and the assertion has to be signed with
 * its key (RS256). Gives no refresh token, as on the service: a client signs a new assertion
 * instead.
 */
export async function exchangeJwt({ practice, call, form }: TokenRequest): Promise<Answer> {
  const assertion = readAssertion(form.get('assertion') ?? '')
  if (!assertion) return oauthError('invalid_grant', wording.signIn.assertion)
  const { iss, sub, aud, exp } = assertion.claims
  if (typeof exp !== 'number' || exp * 1000 < Date.now())
    return oauthError('invalid_grant', wording.signIn.assertionExpired)
  const audiences = [call.origin, 'https://login.salesforce.com', 'https://test.salesforce.com']
  if (typeof aud !== 'string' || !audiences.includes(aud.replace(/\/$/, '')))
    return oauthError('invalid_grant', wording.signIn.audience)
  const clientId = typeof iss === 'string' ? iss : ''
  const certificates = certificatesOf(practice, clientId)
  if (certificates.length === 0) return oauthError('invalid_client_id', wording.signIn.noClient)
  if (!certificates.some(({ pem }) => isSignedBy(assertion, pem)))
    return oauthError('invalid_grant', wording.signIn.assertion)
  const found = typeof sub === 'string' ? practice.userNamed(sub) : undefined
  if (!found?.user.isActive || !isAtHome(call, found.org))
    return oauthError('invalid_grant', wording.signIn.notApproved)
  if (!certificates.some(({ orgId }) => orgId === found.org.info.id))
    return oauthError('invalid_grant', wording.signIn.notApproved)
  const { org, user } = found
  const session = await practice.sessions.start({
    orgId: org.info.id,
    userId: user.id,
    clientId,
    scope: 'web api',
  })
  return tokenAnswer(call, session)
}

/** Every certificate under which an app is registered, with the org that did so. */
function certificatesOf(practice: Practice, clientId: string): { orgId: string; pem: string }[] {
  return registrationsOf(practice, clientId).flatMap(({ orgId, certificate }) =>
    certificate === undefined ? [] : [{ orgId, pem: certificate }],
  )
}

function isSignedBy({ signed, signature }: Assertion, pem: string): boolean {
  return verify('RSA-SHA256', Buffer.from(signed), createPublicKey(pem), signature)
}

/** Undefined for anything that is no JWT signed with RS256. */
function readAssertion(text: string): Assertion | undefined {
  const [head = '', payload = '', signature = ''] = text.split('.')
  const header = objectOf(head)
  const claims = objectOf(payload)
  if (header?.alg !== 'RS256' || !claims) return undefined
  return { claims, signed: `${head}.${payload}`, signature: Buffer.from(signature, 'base64url') }
}

function objectOf(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
