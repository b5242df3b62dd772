import { isFaultKind } from './faults.ts'
import type { Fault, FaultKind } from './faults.ts'
import { restError, text } from './http/answers.ts'
import type { Answer, Call } from './http/request.ts'
import type { Practice } from './practice.ts'
import { faultAnswer } from './soap/envelope.ts'

/** A call that a fault may meet. */
export interface MeetingPoint {
  call: Call
  operation: string
  orgId?: string
  isSoap: boolean
}

const before: readonly FaultKind[] = [
  'lostRequest',
  'delay',
  'invalidSession',
  'serverUnavailable',
  'serverError',
  'htmlPage',
  'servletState',
  'requestLimit',
  'insufficientAccess',
  'unsupportedApiVersion',
]

/** Plays a fault that comes before the call has any effect; undefined when the call goes on. */
export async function beforeEffect(practice: Practice, point: MeetingPoint): Promise<Answer | undefined> {
  const fault = named(point, before) ?? practice.faults.take(before, point.operation, point.orgId)
  if (!fault) return undefined
  if (fault.kind === 'delay') {
    await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
    return undefined
  }
  return answerOf(fault.kind, point.isSoap)
}

/** Plays a fault that hides the effect of a call: the connection is cut instead of answering. */
export function afterEffect(practice: Practice, point: MeetingPoint, answer: Answer): Answer {
  const fault =
    named(point, ['lostReply']) ?? practice.faults.take(['lostReply'], point.operation, point.orgId)
  return fault ? { ...answer, cut: true } : answer
}

/** A client may ask for a fault itself, with the header `x-practice-fault: <kind>`. */
function named(
  point: MeetingPoint,
  kinds: readonly FaultKind[],
): Pick<Fault, 'kind' | 'delayMs'> | undefined {
  const kind = point.call.headers['x-practice-fault']
  return isFaultKind(kind) && kinds.includes(kind) ? { kind, delayMs: 1_000 } : undefined
}

function answerOf(kind: FaultKind, isSoap: boolean): Answer {
  const answer = (status: number, code: string, message: string): Answer =>
    isSoap ? faultAnswer(code, message) : restError(status, code, message)
  switch (kind) {
    case 'invalidSession':
      return isSoap
        ? faultAnswer('INVALID_SESSION_ID', 'Invalid Session ID found in SessionHeader: Illegal Session')
        : restError(401, 'INVALID_SESSION_ID', 'Session expired or invalid')
    case 'serverUnavailable':
      return restError(503, 'SERVER_UNAVAILABLE', 'The server is temporarily unavailable')
    case 'htmlPage':
      return text(
        503,
        '<html><head><title>Down for maintenance</title></head><body>We are down for maintenance.</body></html>',
        'text/html',
      )
    case 'servletState':
      return text(500, 'Unexpected internal servlet state', 'text/html')
    case 'requestLimit':
      return answer(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.')
    case 'insufficientAccess':
      return answer(
        403,
        'INSUFFICIENT_ACCESS',
        'use of the Metadata API requires a user with the ModifyAllData or ModifyMetadata permissions',
      )
    case 'unsupportedApiVersion':
      return answer(410, 'UNSUPPORTED_API_VERSION', 'Invalid Api version specified on URL')
    case 'lostRequest':
      return { status: 500, cut: true }
    default:
      return answer(
        500,
        'UNKNOWN_EXCEPTION',
        'An unexpected error occurred. Please include this ErrorId if you contact support',
      )
  }
}
