import type { Answer } from '../http/request.ts'
import { lacksSecret } from './registered-apps.ts'
import { oauthError, tokenAnswer } from './token-answers.ts'
import type { TokenRequest } from './token-answers.ts'
import { wording } from '../wording.ts'

/**
 * grant_type=authorization_code, with PKCE when the app began with it. 400 `invalid_grant`
 * when code, client, redirect address or verifier do not fit, `invalid_client` when a registered
 * app sends another secret or none. A refresh token comes only with
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
  if (lacksSecret(practice, { clientId, orgId, secret: form.get('client_secret'), isRefresh: false }))
    return oauthError('invalid_client', wording.signIn.clientCredentials)
  const session = await practice.sessions.start({ orgId, userId, clientId, scope })
  const grant = scope.includes('refresh_token') ? await practice.sessions.grant(session) : undefined
  return tokenAnswer(call, session, grant?.refreshToken)
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
