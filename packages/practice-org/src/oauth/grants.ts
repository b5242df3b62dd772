import type { Answer } from '../http/request.ts'
import { isRecord } from '../http/request.ts'
import { oauthError, tokenAnswer } from './token-answers.ts'
import type { TokenRequest } from './token-answers.ts'
import { wording } from '../wording.ts'

/**
 * grant_type=authorization_code, with PKCE when the app began with it. 400 `invalid_grant`
 * when code, client, redirect address or verifier do not fit. A refresh token comes only with
 * the scope `refresh_token`.
 */
export async function exchangeCode({ practice, call, form }: TokenRequest): Promise<Answer> {
  const authorization = practice.authorizationCodes.take(form.get('code') ?? '', {
    clientId: form.get('client_id') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
    verifier: form.get('code_verifier') ?? '',
  })
  if (!authorization) return oauthError('invalid_grant', wording.signIn.authorizationCode)
  const { orgId, userId, scope } = authorization
  const clientId = form.get('client_id') ?? ''
  const session = await practice.sessions.start({ orgId, userId, clientId, scope })
  const grant = scope.includes('refresh_token') ? await practice.sessions.grant(session) : undefined
  return tokenAnswer(call, session, grant?.refreshToken)
}

/**
 * grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer. The signature is not checked: a
 * practice org knows no certificates. Everything else is (user, audience, expiry). Gives no
 * refresh token, as on the service: a client signs a new assertion instead.
 */
export async function exchangeJwt({ practice, call, form }: TokenRequest): Promise<Answer> {
  const claims = claimsOf(form.get('assertion') ?? '')
  if (!claims) return oauthError('invalid_grant', wording.signIn.assertion)
  const { iss, sub, aud, exp } = claims
  if (typeof exp !== 'number' || exp * 1000 < Date.now())
    return oauthError('invalid_grant', wording.signIn.assertionExpired)
  const audiences = [call.origin, 'https://login.salesforce.com', 'https://test.salesforce.com']
  if (typeof aud !== 'string' || !audiences.includes(aud.replace(/\/$/, '')))
    return oauthError('invalid_grant', wording.signIn.audience)
  const found = typeof sub === 'string' ? practice.userNamed(sub) : undefined
  if (!found?.user.isActive) return oauthError('invalid_grant', wording.signIn.notApproved)
  const session = await practice.sessions.start({
    orgId: found.org.info.id,
    userId: found.user.id,
    clientId: typeof iss === 'string' ? iss : '',
    scope: 'web api',
  })
  return tokenAnswer(call, session)
}

/**
 * grant_type=client_credentials: acts as the first person of the first org, in the place of
 * the run-as user of a connected app. Any client secret will do, but there has to be one. No
 * refresh token.
 */
export async function clientCredentials({ practice, call, form }: TokenRequest): Promise<Answer> {
  const org = practice.orgList()[0]
  const user = org?.users[0]
  if (!org || !user || !form.get('client_secret'))
    return oauthError('invalid_client', wording.signIn.clientCredentials)
  const clientId = form.get('client_id') ?? ''
  const session = await practice.sessions.start({
    orgId: org.info.id,
    userId: user.id,
    clientId,
    scope: 'api',
  })
  return tokenAnswer(call, session)
}

/** The claims of a JWT, unverified; undefined for anything that is none. */
function claimsOf(assertion: string): Record<string, unknown> | undefined {
  const [, payload = ''] = assertion.split('.')
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    return isRecord(claims) ? claims : undefined
  } catch {
    return undefined
  }
}
