import type { FaultKind } from './faults.ts'
import { json, restError, text } from './http/answers.ts'
import type { Answer } from './http/request.ts'
import { faultAnswer, xmlAnswer } from './soap/soap-answers.ts'
import { wording } from './wording.ts'

/** What a fault answers, at the SOAP doors or over REST. */
type FaultAnswer = (isSoap: boolean) => Answer

/** The same code and text in the form of either door; a SOAP fault always is a 500. */
function both(status: number, code: string, message: string): FaultAnswer {
  return (isSoap) => (isSoap ? faultAnswer(code, message) : restError(status, code, message))
}

/** A page instead of a protocol answer, whatever the door. */
function pageOf(status: number, title: string): FaultAnswer {
  return () =>
    text(
      status,
      `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
      'text/html',
    )
}

/** An answer that begins well and breaks off. */
function unreadable(isSoap: boolean): Answer {
  if (!isSoap) return { ...json(200, null), body: '{"totalSize":1,"done":tr' }
  return xmlAnswer(
    200,
    '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><checkDep',
  )
}

/** The faults that answer a call before it has any effect, each with its answer. */
export const earlyAnswers: Readonly<Partial<Record<FaultKind, FaultAnswer>>> = {
  lostRequest: () => ({ status: 500, cut: true }),
  invalidSession: (isSoap) =>
    isSoap
      ? faultAnswer('INVALID_SESSION_ID', wording.call.illegalSession)
      : restError(401, 'INVALID_SESSION_ID', wording.call.sessionExpired),
  serverUnavailable: () => restError(503, 'SERVER_UNAVAILABLE', wording.call.unavailable),
  serverError: both(500, 'UNKNOWN_EXCEPTION', wording.call.unexpected),
  badGateway: pageOf(502, 'Bad Gateway'),
  gatewayTimeout: pageOf(504, 'Gateway Timeout'),
  orgMoved: () => text(420, wording.call.orgMoved, 'text/html'),
  tooManyRequests: () => ({
    ...restError(429, 'REQUEST_LIMIT_EXCEEDED', wording.call.concurrentLimit),
    headers: { 'content-type': 'application/json;charset=UTF-8', 'retry-after': 1 },
  }),
  htmlPage: pageOf(503, 'Down for maintenance'),
  unreadable,
  servletState: () => text(500, wording.call.servletState, 'text/html'),
  invalidQueryLocator: both(400, 'INVALID_QUERY_LOCATOR', wording.call.queryLocator),
  queryCursor: both(500, 'UNKNOWN_EXCEPTION', wording.call.queryCursor),
  invalidCrossReference: both(500, 'INVALID_CROSS_REFERENCE_KEY', wording.call.crossReference('null')),
  requestLimit: both(403, 'REQUEST_LIMIT_EXCEEDED', wording.call.requestLimit),
  concurrentRequestLimit: both(403, 'REQUEST_LIMIT_EXCEEDED', wording.call.concurrentRequests),
  insufficientAccess: both(403, 'INSUFFICIENT_ACCESS', wording.call.noModifyAll),
  unsupportedApiVersion: both(410, 'UNSUPPORTED_API_VERSION', wording.call.versionOnUrl('')),
}
