import { json } from '../http/answers.ts'
import type { Answer } from '../http/request.ts'
import { registrationsOf } from './registered-apps.ts'
import { oauthError, tokenAnswer } from './token-answers.ts'
import type { TokenRequest } from './token-answers.ts'
import { wording } from '../wording.ts'

/**
 * Starts the device flow (`response_type=device_code`). Answers device_code, user_code,
 * verification_uri and interval in seconds, but no expires_in: seen in answers of the service,
 * so clients have to know the ten minutes themselves. 400 `invalid_client_id` without a
 * client; `invalid_grant` for an app that no org has registered, where such apps are blocked.
 */
export function startDevice({ practice, call, form }: TokenRequest): Answer {
  const clientId = form.get('client_id') ?? ''
  if (clientId === '') return oauthError('invalid_client_id', wording.signIn.noClient)
  if (practice.blocksDeviceFlow && registrationsOf(practice, clientId).length === 0)
    return oauthError('invalid_grant', wording.signIn.deviceFlowBlocked)
  const code = practice.deviceCodes.start(
    clientId,
    form.get('scope') ?? 'refresh_token web api',
    practice.pollIntervalSeconds,
  )
  return json(
    200,
    {
      device_code: code.deviceCode,
      user_code: code.userCode,
      verification_uri: `${call.origin}/setup/connect`,
      interval: code.intervalSeconds,
    },
    { 'cache-control': 'no-store' },
  )
}

/**
 * Answers a poll. 400 `authorization_pending`: go on; `slow_down`: polled in less than half of
 * the interval; `access_denied`: the person refused; `invalid_request`: unknown, used or
 * expired; else the token. A code gives one token. The code may come as `code` (the service's
 * own form) or as `device_code` (RFC 8628).
 */
export async function pollDevice({ practice, call, form }: TokenRequest): Promise<Answer> {
  const code = practice.deviceCodes.find(form.get('code') ?? form.get('device_code') ?? '')
  if (!code || code.expiresAt <= Date.now()) return oauthError('invalid_request', wording.signIn.deviceCode)
  if (code.decision === 'denied') {
    practice.deviceCodes.remove(code)
    return oauthError('access_denied', wording.signIn.denied)
  }
  const sincePoll = Date.now() - code.lastPolledAt
  code.lastPolledAt = Date.now()
  if (code.decision === 'pending' || code.orgId === undefined || code.userId === undefined) {
    const tooFast = sincePoll < (code.intervalSeconds * 1000) / 2
    return tooFast
      ? oauthError('slow_down', wording.signIn.tooFast)
      : oauthError('authorization_pending', wording.signIn.pending)
  }
  practice.deviceCodes.remove(code)
  const { orgId, userId, clientId, scope } = code
  const session = await practice.sessions.start({ orgId, userId, clientId, scope })
  const grant = scope.includes('refresh_token') ? await practice.sessions.grant(session) : undefined
  return tokenAnswer(call, session, grant?.refreshToken)
}
