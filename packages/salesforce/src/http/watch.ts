import { SalesforceError } from '../errors.ts'
import type { Limits } from './limits.ts'

/** Where an exchange stands. Up to `sending` the request has not left completely. */
export type Phase = 'connecting' | 'sending' | 'waiting' | 'receiving'

export interface WatchOptions {
  limits: Limits
  /** Whether a repetition of the call does no harm. */
  idempotent: boolean
  signal?: AbortSignal | undefined
  /** Ends the exchange; called at most once. */
  stop: (reason: SalesforceError) => void
}

export interface Watch {
  /** Moves to a phase, or reports progress inside it; either restarts that phase's clock. */
  enter(phase: Phase): void
  /** The error that a broken connection means in the present phase. */
  failure(cause: unknown): SalesforceError
  /** Stops all clocks. */
  end(): void
}

/** Keeps the clocks of one exchange and knows what a failure at each moment means. */
export function watchExchange(options: WatchOptions): Watch {
  const { limits, signal } = options
  let phase: Phase = 'connecting'
  let stopped: SalesforceError | undefined

  function stop(reason: SalesforceError): void {
    if (stopped !== undefined) return
    stopped = reason
    options.stop(reason)
  }

  const hasLeft = (): boolean => phase === 'waiting' || phase === 'receiving'
  const onTime = (): void => stop(timedOut(phase, hasLeft() && !options.idempotent))
  const onAbort = (): void =>
    stop(
      new SalesforceError('aborted', 'The call was cancelled.', {
        outcomeUnknown: hasLeft() && !options.idempotent,
      }),
    )

  const total = setTimeout(onTime, limits.totalMs)
  let clock = setTimeout(onTime, limits.connectMs)
  if (signal?.aborted === true) queueMicrotask(onAbort)
  signal?.addEventListener('abort', onAbort, { once: true })

  return {
    enter(next) {
      clearTimeout(clock)
      phase = next
      clock = setTimeout(onTime, limits[clockOf[next]])
    },
    failure(cause) {
      if (stopped !== undefined) return stopped
      if (cause instanceof SalesforceError) return cause
      return broken(cause, hasLeft(), options.idempotent)
    },
    end() {
      clearTimeout(total)
      clearTimeout(clock)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

const clockOf = {
  connecting: 'connectMs',
  sending: 'idleMs',
  waiting: 'firstByteMs',
  receiving: 'idleMs',
} as const satisfies Record<Phase, keyof Limits>

function timedOut(phase: Phase, outcomeUnknown: boolean): SalesforceError {
  const message = `Salesforce did not answer in time (${phase}).`
  return new SalesforceError(outcomeUnknown ? 'lostReply' : 'timeout', message, {
    retryable: !outcomeUnknown,
    outcomeUnknown,
  })
}

function broken(cause: unknown, hasLeft: boolean, idempotent: boolean): SalesforceError {
  if (!hasLeft) {
    return new SalesforceError('network', 'Salesforce could not be reached.', { retryable: true, cause })
  }
  return new SalesforceError(
    'lostReply',
    'The connection to Salesforce broke before the answer was complete.',
    {
      retryable: idempotent,
      outcomeUnknown: !idempotent,
      cause,
    },
  )
}
