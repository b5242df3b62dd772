/** What is kept of an error that a step ended with: what the end of the job shows, and what commands decide by. */
export interface RecordedError {
  readonly name: string
  readonly message: string
  readonly details?: string
  readonly stderr?: string
  readonly code?: string
}

const keptFields = ['details', 'stderr', 'code'] as const

export function recordedError(error: unknown): RecordedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const fields = keptFields.flatMap((field) => {
    const value: unknown = Reflect.get(error, field)
    return typeof value === 'string' ? [[field, value]] : []
  })
  return { name: error.name, message: error.message, ...Object.fromEntries(fields) }
}

/** A plain error with the recorded name: whoever decides by an error's class would decide otherwise after a crash. */
export function revivedError(recorded: RecordedError): Error {
  return Object.assign(new Error(recorded.message), recorded)
}
