import { createPublicKey, verify } from 'node:crypto'
import type { Answer, Call } from '../http/request.ts'
import { isRecord } from '../http/request.ts'
import type { OrgUser } from '../org-state.ts'
import type { Org } from '../org.ts'
import { wording } from '../wording.ts'
import { isAtHome } from './door.ts'
import { registrationsOf } from './registered-apps.ts'
import type { RegisteredApp } from './registered-apps.ts'
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
 * instead. 400 `invalid_client_id` for an app that no org knows, `invalid_client` for one without
 * certificate, `inactive_user`, and `invalid_grant` for everything else.
 */
export async function exchangeJwt({ practice, call, form }: TokenRequest): Promise<Answer> {
  const assertion = readAssertion(form.get('assertion') ?? '')
  if (!assertion) return oauthError('invalid_grant', wording.signIn.assertion)
  const { iss, sub, aud, exp } = assertion.claims
  if (typeof exp !== 'number' || exp * 1000 < Date.now())
    return oauthError('invalid_grant', wording.signIn.assertionExpired)
  const found = typeof sub === 'string' ? practice.userNamed(sub) : undefined
  if (typeof aud !== 'string' || !audiencesAt(call, found?.org).includes(aud.replace(/\/$/, '')))
    return oauthError('invalid_grant', wording.signIn.audience)
  const clientId = typeof iss === 'string' ? iss : ''
  const apps = registrationsOf(practice, clientId)
  if (apps.length === 0) return oauthError('invalid_client_id', wording.signIn.noClient)
  const certified = apps.filter(({ certificate }) => certificate !== undefined)
  if (certified.length === 0) return oauthError('invalid_client', wording.signIn.clientCredentials)
  if (!certified.some(({ certificate = '' }) => isSignedBy(assertion, certificate)))
    return oauthError('invalid_grant', wording.signIn.assertion)
  if (!found || !isAtHome(call, found.org) || !certified.some((app) => permits(app, found)))
    return oauthError('invalid_grant', wording.signIn.notApproved)
  const { org, user } = found
  if (!user.isActive) return oauthError('inactive_user', wording.signIn.inactiveUser)
  const session = await practice.sessions.start({
    orgId: org.info.id,
    userId: user.id,
    clientId,
    scope: 'web api',
  })
  return tokenAnswer(call, session)
}

/**
 * What an assertion may name as its audience: the general address of production or of sandboxes, as
 * the port says, and the address that was called, where the org takes that.
 */
function audiencesAt(call: Call, org: Org | undefined): string[] {
  const general = [
    ...(call.door === 'sandbox' ? [] : ['https://login.salesforce.com']),
    ...(call.door === 'production' ? [] : ['https://test.salesforce.com']),
  ]
  return org?.holds('takesAddressAsAudience') === false ? general : [call.origin, ...general]
}

/** Whether the org of a user has this registration, and its policies let the user in without a page. */
const permits = (app: RegisteredApp, { org, user }: { org: Org; user: OrgUser }): boolean =>
  app.orgId === org.info.id && (app.permittedUsers?.includes(user.username.toLowerCase()) ?? true)

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
