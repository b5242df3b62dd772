import type { FaultKind } from '../faults.ts'
import { text } from '../http/answers.ts'
import { readForm } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'
import { clientCredentials, exchangeCode } from './grants.ts'
import { exchangeJwt } from './jwt-bearer.ts'
import { pollDevice, startDevice } from './device.ts'
import { lacksSecret } from './registered-apps.ts'
import { oauthError, tokenAnswer } from './token-answers.ts'
import type { TokenRequest } from './token-answers.ts'
import { wording } from '../wording.ts'

/**
 * POST /services/oauth2/token, urlencoded or multipart: real clients send both. Faults come
 * first, so that tests can make any grant fail. The password grant is refused as orgs made
 * since Summer '23 refuse it (documented default); other unknown grants get
 * `unsupported_grant_type`.
 */
export async function token(practice: Practice, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const slow = practice.faults.take(['delay'], 'token')
  if (slow) await practice.faults.delay(slow.delayMs)
  if (practice.faults.take(['serverUnavailable', 'serverError'], 'token'))
    return text(503, 'Service unavailable')
  for (const [kind, [error, description]] of refusals)
    if (practice.faults.take([kind], 'token')) return oauthError(error, description)
  const isLost = practice.faults.take(['lostReply'], 'token') !== undefined
  const answer = await answerGrant({ practice, call, form })
  return isLost ? { ...answer, cut: true } : answer
}

/** Faults by which the endpoint refuses whatever is asked. */
const refusals: readonly [FaultKind, [error: string, description: string]][] = [
  ['invalidGrant', ['invalid_grant', wording.signIn.deadToken]],
  ['ipRestricted', ['invalid_grant', wording.signIn.ipRestricted]],
  ['appNotApproved', ['invalid_app_access', wording.signIn.appNotApproved]],
  ['inactiveOrg', ['inactive_org', wording.signIn.inactiveOrg]],
]

async function answerGrant(request: TokenRequest): Promise<Answer> {
  const { form } = request
  if (form.get('response_type') === 'device_code') return startDevice(request)
  switch (form.get('grant_type') ?? '') {
    case 'device':
    case 'urn:ietf:params:oauth:grant-type:device_code':
      return pollDevice(request)
    case 'refresh_token':
      return refresh(request)
    case 'authorization_code':
      return exchangeCode(request)
    case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
      return exchangeJwt(request)
    case 'client_credentials':
      return clientCredentials(request)
    case 'password':
      return oauthError('invalid_grant', wording.signIn.authenticationFailure)
    default:
      return oauthError('unsupported_grant_type', wording.signIn.grantType)
  }
}

/**
 * grant_type=refresh_token. 400 `invalid_client` when a registered app that needs its secret sends
 * another one or none. The answer has no refresh token unless rotation is on; then the
 * old one dies at once, and a client that loses the answer has lost its access.
 */
async function refresh({ practice, call, form }: TokenRequest): Promise<Answer> {
  const grant = practice.sessions.findGrant(form.get('refresh_token') ?? '')
  const org = grant && practice.org(grant.orgId)
  if (!grant || !org) return oauthError('invalid_grant', wording.signIn.deadToken)
  const asks = { clientId: form.get('client_id') ?? '', orgId: grant.orgId }
  if (lacksSecret(practice, { ...asks, secret: form.get('client_secret'), isRefresh: true }))
    return oauthError('invalid_client', wording.signIn.clientCredentials)
  if (org.user(grant.userId)?.isActive !== true)
    return oauthError('inactive_user', wording.signIn.inactiveUser)
  const { orgId, userId, clientId, scope } = grant
  const session = await practice.sessions.start({ orgId, userId, clientId, scope })
  if (!practice.rotatesRefreshTokens) return tokenAnswer(call, session)
  await practice.sessions.revoke(grant.refreshToken)
  const next = await practice.sessions.grant(session)
  return tokenAnswer(call, session, next.refreshToken)
}
