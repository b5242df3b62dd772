import { isFaultKind } from './faults.ts'
import type { Fault, FaultKind } from './faults.ts'
import { restError, text } from './http/answers.ts'
import type { Answer, Call } from './http/request.ts'
import type { Practice } from './practice.ts'
import { faultAnswer } from './soap/soap-answers.ts'

/**
 * A call that a fault may meet. `operation` is the name of the SOAP operation or of the REST
 * route.
 */
export interface MeetingPoint {
  call: Call
  operation: string
  orgId?: string
  isSoap: boolean
}

/**
 * Faults that come before any effect; the others belong to deployments, retrieves or the token
 * endpoint.
 */
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

const unknown = 'An unexpected error occurred. Please include this ErrorId if you contact support'
const maintenance =
  '<html><head><title>Down for maintenance</title></head><body>We are down for maintenance.</body></html>'

type Wording = (isSoap: boolean) => Answer

function both(status: number, code: string, message: string): Wording {
  return (isSoap) => (isSoap ? faultAnswer(code, message) : restError(status, code, message))
}

/** What each fault answers; faults without a line answer as an unknown exception. */
const answers: Partial<Record<FaultKind, Wording>> = {
  invalidSession: (isSoap) =>
    isSoap
      ? faultAnswer('INVALID_SESSION_ID', 'Invalid Session ID found in SessionHeader: Illegal Session')
      : restError(401, 'INVALID_SESSION_ID', 'Session expired or invalid'),
  serverUnavailable: () => restError(503, 'SERVER_UNAVAILABLE', 'The server is temporarily unavailable'),
  htmlPage: () => text(503, maintenance, 'text/html'),
  servletState: () => text(500, 'Unexpected internal servlet state', 'text/html'),
  requestLimit: both(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'),
  insufficientAccess: both(
    403,
    'INSUFFICIENT_ACCESS',
    'use of the Metadata API requires a user with the ModifyAllData or ModifyMetadata permissions',
  ),
  unsupportedApiVersion: both(410, 'UNSUPPORTED_API_VERSION', 'Invalid Api version specified on URL'),
  lostRequest: () => ({ status: 500, cut: true }),
}

function answerOf(kind: FaultKind, isSoap: boolean): Answer {
  return (answers[kind] ?? both(500, 'UNKNOWN_EXCEPTION', unknown))(isSoap)
}
