import { json } from '../http/answers.ts'
import type { Answer, Call } from '../http/request.ts'
import { randomText } from '../ids.ts'
import type { Practice } from '../practice.ts'
import type { Session } from './sessions.ts'

/** What every grant needs: the process, the call, and its form fields, already read. */
export interface TokenRequest {
  practice: Practice
  call: Call
  form: URLSearchParams
}

/**
 * The answer to a successful grant. `issued_at` is milliseconds as a text, as on the service.
 * `instance_url` is the address that the client used, so that every later call stays on this
 * process.
 */
export function tokenAnswer(call: Call, session: Session, refreshToken?: string): Answer {
  return json(
    200,
    {
      access_token: session.accessToken,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      signature: randomText(40),
      scope: session.scope,
      instance_url: call.origin,
      id: `${call.origin}/id/${session.orgId}/${session.userId}`,
      token_type: 'Bearer',
      issued_at: String(session.issuedAt),
    },
    { 'cache-control': 'no-store' },
  )
}

/**
 * A refusal, as the token endpoint words it: always 400 with `error` and `error_description`,
 * whatever the reason.
 */
export function oauthError(error: string, description: string): Answer {
  return json(400, { error, error_description: description }, { 'cache-control': 'no-store' })
}
