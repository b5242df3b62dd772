import { isFaultKind } from './faults.ts'
import type { Fault, FaultKind } from './faults.ts'
import { earlyAnswers } from './fault-answers.ts'
import type { Answer, Call } from './http/request.ts'
import type { Practice } from './practice.ts'

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
 * Faults that come before any effect; the others belong to deployments, retrieves, sandboxes or
 * the token endpoint.
 */
const early: readonly FaultKind[] = ['delay', ...Object.keys(earlyAnswers).filter(isFaultKind)]

/** Plays a fault that comes before the call has any effect; undefined when the call goes on. */
export async function beforeEffect(practice: Practice, point: MeetingPoint): Promise<Answer | undefined> {
  const fault = named(point, early) ?? practice.faults.take(early, point.operation, point.orgId)
  if (!fault) return undefined
  if (fault.kind === 'delay') {
    await practice.faults.delay(fault.delayMs)
    return undefined
  }
  return earlyAnswers[fault.kind]?.(point.isSoap)
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
