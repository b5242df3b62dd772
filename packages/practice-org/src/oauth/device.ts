import { json } from '../http/answers.ts'
import type { Answer } from '../http/request.ts'
import { oauthError, tokenAnswer } from './token-answers.ts'
import type { TokenRequest } from './token-answers.ts'

/** Starts the device flow. The service does not say how long a code lives. */
export function startDevice({ practice, call, form }: TokenRequest): Answer {
  const clientId = form.get('client_id') ?? ''
  if (clientId === '') return oauthError('invalid_client_id', 'client identifier invalid')
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

/** Answers a poll: pending, too fast, refused, unknown, or the token. A code gives one token. */
export async function pollDevice({ practice, call, form }: TokenRequest): Promise<Answer> {
  const code = practice.deviceCodes.find(form.get('code') ?? form.get('device_code') ?? '')
  if (!code || code.expiresAt <= Date.now()) return oauthError('invalid_request', 'invalid device code')
  if (code.decision === 'denied') {
    practice.deviceCodes.remove(code)
    return oauthError('access_denied', 'end-user denied authorization')
  }
  const sincePoll = Date.now() - code.lastPolledAt
  code.lastPolledAt = Date.now()
  if (code.decision === 'pending' || code.orgId === undefined || code.userId === undefined) {
    const tooFast = sincePoll < (code.intervalSeconds * 1000) / 2
    return tooFast
      ? oauthError('slow_down', 'polling too frequently')
      : oauthError('authorization_pending', 'code not yet approved')
  }
  practice.deviceCodes.remove(code)
  const { orgId, userId, clientId, scope } = code
  const session = await practice.sessions.start({ orgId, userId, clientId, scope })
  const grant = scope.includes('refresh_token') ? await practice.sessions.grant(session) : undefined
  return tokenAnswer(call, session, grant?.refreshToken)
}
