/** Somebody asked for cancellation; the worker ends the job as Cancelled. */
export class RunCancelledError extends Error {
  override name = 'RunCancelledError'
}

/** Another worker has the job: this one stops without writing anything. */
export class RunFencedError extends Error {
  override name = 'RunFencedError'
}

/** The job's own time is up; the worker ends it as TimedOut. */
export class RunTimedOutError extends Error {
  override name = 'RunTimedOutError'
}

/** Nobody can tell whether the effect happened; it is not repeated. */
export class AmbiguousEffectError extends Error {
  override name = 'AmbiguousEffectError'
  readonly effect: string

  constructor(effect: string) {
    super(`It cannot be told whether "${effect}" happened, so it is not repeated.`)
    this.effect = effect
  }
}

/** An error that ends the job with this message, and details for the person who reads it. */
export class JobFailure extends Error {
  override name = 'JobFailure'
  readonly details: string | null

  constructor(message: string, details: string | null = null, options: { cause?: unknown } = {}) {
    super(message, options)
    this.details = details
  }
}
