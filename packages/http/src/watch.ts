import { HttpError } from './errors.ts'
import type { Limits } from './limits.ts'
import type { HttpRequest } from './messages.ts'

/** Where an exchange stands. Up to `sending` the request has not left completely. */
export type Phase = 'connecting' | 'sending' | 'waiting' | 'receiving'

export interface WatchOptions {
  readonly request: HttpRequest
  /** Ends the exchange; called at most once. */
  readonly stop: (reason: HttpError) => void
}

export interface Watch {
  /** Moves to a phase, or reports progress inside it; either restarts that phase's clock. */
  enter(phase: Phase): void
  /** The error that a broken connection means in the present phase. */
  failure(cause: unknown): HttpError
  /** Stops all clocks. */
  end(): void
}

/** Keeps the clocks of one exchange and knows what a failure at each moment means. */
export function watchExchange(options: WatchOptions): Watch {
  const { limits, signal, idempotent } = options.request
  let phase: Phase = 'connecting'
  let stopped: HttpError | undefined

  function stop(reason: HttpError): void {
    if (stopped !== undefined) return
    stopped = reason
    options.stop(reason)
  }

  const hasLeft = (): boolean => phase === 'waiting' || phase === 'receiving'
  const onTime = (): void => stop(timedOut(options.request, phase, hasLeft() && !idempotent))
  const onAbort = (): void =>
    stop(
      new HttpError('aborted', 'The call was cancelled.', {
        outcomeUnknown: hasLeft() && !idempotent,
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
      if (cause instanceof HttpError) return cause
      return broken(options.request, cause, hasLeft())
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

function timedOut({ peer }: HttpRequest, phase: Phase, outcomeUnknown: boolean): HttpError {
  const message = `${peer} did not answer in time (${phase}).`
  return new HttpError(outcomeUnknown ? 'lostReply' : 'timeout', message, {
    retryable: !outcomeUnknown,
    outcomeUnknown,
  })
}

/** What Node's parser says of bytes that are not HTTP, or of a head of more than 16 KB. */
const isMalformed = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && cause.code.startsWith('HPE_')

function broken({ peer, idempotent }: HttpRequest, cause: unknown, hasLeft: boolean): HttpError {
  if (isMalformed(cause)) {
    const message = `The answer of ${peer} is not valid HTTP, or its head is too large.`
    const detail = { retryable: idempotent, outcomeUnknown: !idempotent, cause }
    return new HttpError(idempotent ? 'badResponse' : 'lostReply', message, detail)
  }
  if (!hasLeft) {
    return new HttpError('network', `${peer} could not be reached.`, { retryable: true, cause })
  }
  return new HttpError('lostReply', `The connection to ${peer} broke before the answer was complete.`, {
    retryable: idempotent,
    outcomeUnknown: !idempotent,
    cause,
  })
}
