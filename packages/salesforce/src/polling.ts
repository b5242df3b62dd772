import { SalesforceError, type SalesforceErrorCode } from './errors.ts'

/** Faults that Salesforce sends while a retrieve or deploy goes on well. */
const transientCodes = new Set([
  'INVALID_QUERY_LOCATOR',
  'UNKNOWN_EXCEPTION',
  'SERVER_UNAVAILABLE',
  // Comes with status 500 in the moment in which a request leaves Pending.
  'INVALID_CROSS_REFERENCE_KEY',
])

const transientText = /Unexpected internal servlet state|creation of the query cursor|query cursor/i

/** Whether a failure says nothing about the retrieve or deployment that is polled. */
const passesBy: Readonly<Record<SalesforceErrorCode, boolean>> = {
  network: true,
  lostReply: true,
  timeout: true,
  internal: true,
  lockRow: true,
  // A gateway's HTML page or a document that is cut off.
  badResponse: true,
  invalidSession: false,
  invalidGrant: false,
  invalidCredentials: false,
  passwordExpired: false,
  loginDisabled: false,
  limitExceeded: false,
  // Long calls of others that run at the same time; they end in seconds.
  requestLimitExceeded: true,
  dailyLimitExceeded: false,
  unsupportedApiVersion: false,
  notFound: false,
  fault: false,
  tooLarge: false,
  unsafeAddress: false,
  aborted: false,
}

/**
 * Whether a poller of `checkRetrieve` or `checkDeploy` should simply ask again, until its own time limit.
 * True for broken connections, time-outs, gateway pages, too many calls at a moment and the faults that pass by themselves;
 * false for sessions, other limits, missing ids and cancellation. Not for calls with an effect.
 */
export function isTransientWhilePolling(error: unknown): boolean {
  if (!(error instanceof SalesforceError)) return false
  if (error.salesforceCode !== undefined && transientCodes.has(error.salesforceCode)) return true
  return transientText.test(error.message) || passesBy[error.code]
}
