/** What went wrong, as far as a caller can act on it. */
export type SalesforceErrorCode =
  | 'invalidSession'
  | 'invalidGrant'
  | 'invalidCredentials'
  | 'passwordExpired'
  | 'loginDisabled'
  /** The request never left this machine completely: repeating it is safe for every call. */
  | 'network'
  /** The request left and no usable answer came: a call with an effect must be reconciled, never repeated. */
  | 'lostReply'
  | 'timeout'
  | 'limitExceeded'
  /** Too many calls at this moment: passes in seconds. */
  | 'requestLimitExceeded'
  /** No call is taken any more until the calls of the last 24 hours are fewer. */
  | 'dailyLimitExceeded'
  | 'lockRow'
  | 'unsupportedApiVersion'
  | 'internal'
  | 'notFound'
  | 'fault'
  | 'tooLarge'
  | 'badResponse'
  | 'unsafeAddress'
  | 'aborted'

export interface SalesforceErrorDetail {
  /** Salesforce's own code, such as `INVALID_TYPE` or `sf:LIMIT_EXCEEDED` without its prefix. */
  salesforceCode?: string | undefined
  /** HTTP status, when a reply arrived. */
  status?: number | undefined
  /** Whether repeating the same call may help and does no harm. */
  retryable?: boolean | undefined
  /** Whether the call may have taken effect in the org although it failed here. */
  outcomeUnknown?: boolean | undefined
  /** Seconds to wait, from the `Retry-After` header. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/**
 * The only error that this package throws for anything outside (wrong arguments aside).
 * Its message never contains tokens, passwords or session ids.
 */
export class SalesforceError extends Error {
  readonly code: SalesforceErrorCode
  readonly salesforceCode: string | undefined
  readonly status: number | undefined
  readonly retryable: boolean
  readonly outcomeUnknown: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(code: SalesforceErrorCode, message: string, detail: SalesforceErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.name = 'SalesforceError'
    this.code = code
    this.salesforceCode = detail.salesforceCode
    this.status = detail.status
    this.retryable = detail.retryable ?? false
    this.outcomeUnknown = detail.outcomeUnknown ?? false
    this.retryAfterSeconds = detail.retryAfterSeconds
  }
}
