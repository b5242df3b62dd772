import type { Answer, Call } from '../http/request.ts'
import { restError } from '../http/answers.ts'
import type { Session } from '../oauth/sessions.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { afterEffect, beforeEffect } from '../play-faults.ts'
import { wording } from '../wording.ts'

/**
 * A REST call of a signed-in user. `call.params` start after the version, `version` is written
 * `68.0`.
 */
export interface RestCall {
  practice: Practice
  org: Org
  session: Session
  version: string
  call: Call
}

/**
 * Answers one call; what it throws becomes 413 (body too large), 400 (not JSON) or 500
 * (anything else).
 */
export type RestHandler = (rest: RestCall) => Promise<Answer> | Answer

/**
 * Puts the session check, the version check, faults and the usage header around a handler.
 * `operation` is the name by which faults meet the call. 401 INVALID_SESSION_ID without a
 * session; a session from an expired password counts as none (documented: it may do nothing
 * but change the password).
 */
export function restDoor(
  practice: Practice,
  operation: string,
  handler: RestHandler,
): (call: Call) => Promise<Answer> {
  return async (call) => {
    const session = practice.sessions.find(bearerOf(call))
    const org = session && practice.org(session.orgId)
    if (!session || !org || session.restricted)
      return restError(401, 'INVALID_SESSION_ID', wording.call.sessionExpired)
    const version = call.params[0] ?? ''
    const refused = checkVersion(version, org)
    if (refused) return refused
    const point = { call, operation, orgId: org.info.id, isSoap: false }
    const early = await beforeEffect(practice, point)
    if (early) return early
    const answer = await handler({
      practice,
      org,
      session,
      version,
      call: { ...call, params: call.params.slice(1) },
    })
    // Asking how a deployment stands is free (documented).
    const used = practice.usage(org.info.id, operation === 'checkDeployStatus' ? 0 : 1)
    const headers = { ...answer.headers, 'sforce-limit-info': `api-usage=${used}/${practice.dailyLimit}` }
    return afterEffect(practice, point, { ...answer, headers })
  }
}

/**
 * The access token of a call, empty when there is none. `OAuth` is the older word for
 * `Bearer`; both are in use.
 */
export function bearerOf(call: Call): string {
  return /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1] ?? ''
}

/**
 * Versions up to 30.0 are retired and answer 410 GONE (documented); those above the org's own
 * do not exist yet.
 */
function checkVersion(version: string, org: Org): Answer | undefined {
  const number = Number(version)
  if (number < 31) return restError(410, 'GONE', wording.call.retired(version))
  if (number > Number(org.info.platformVersion)) return restError(404, 'NOT_FOUND', wording.call.notFound)
  return undefined
}
