/** What arrives where a job waits: a signal, or the news that it is to be cancelled. */
export type WakeMessage<T = unknown> = { message: T } | { cancelled: true }

/** Carries the id of a job whose cancellation was requested to the worker that runs it. */
export const cancellationChannel = 'sluice_cancellation'
