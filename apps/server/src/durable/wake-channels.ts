/** Carries the id of a job whose cancellation was requested to the worker that runs it. */
export const cancellationChannel = 'sluice_cancellation'

/** Carries the id of a job that has got a message to the worker that runs it. */
export const messageChannel = 'sluice_job_message'
