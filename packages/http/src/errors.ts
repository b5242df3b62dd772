/** What went wrong, as far as a caller can act on it. */
export type HttpErrorCode =
  /** The request never left this machine completely: repeating it is safe for every call. */
  | 'network'
  /** The request left and no usable answer came: a call with an effect must be reconciled, never repeated. */
  | 'lostReply'
  | 'timeout'
  | 'tooLarge'
  | 'badResponse'
  | 'unsafeAddress'
  | 'aborted'

export interface HttpErrorDetail {
  /** HTTP status, when a proxy answered with one. */
  readonly status?: number | undefined
  /** Whether repeating the same call may help and does no harm. */
  readonly retryable?: boolean | undefined
  /** Whether the call may have taken effect although it failed here. */
  readonly outcomeUnknown?: boolean | undefined
  readonly cause?: unknown
}

/**
 * The only error that this package throws for anything outside. A reply is no error, whatever its status.
 * Its message names the other side by `HttpRequest.peer` and holds nothing of what was sent.
 */
export class HttpError extends Error {
  readonly code: HttpErrorCode
  readonly status: number | undefined
  readonly retryable: boolean
  readonly outcomeUnknown: boolean

  constructor(code: HttpErrorCode, message: string, detail: HttpErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.name = 'HttpError'
    this.code = code
    this.status = detail.status
    this.retryable = detail.retryable ?? false
    this.outcomeUnknown = detail.outcomeUnknown ?? false
  }
}
