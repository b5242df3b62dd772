/** An error as it crosses the border of a thread, where classes get lost. */
export interface PlainError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  /** The fields of its class: code, details, path. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Classes that errors get back, by the name that their errors have. */
export type ErrorClasses = Readonly<Record<string, { readonly prototype: Error }>>

export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, fields: {} }
  const fields = Object.entries(error).filter(([, value]) => isPlain(value))
  return { name: error.name, message: error.message, stack: error.stack, fields: Object.fromEntries(fields) }
}

export function revivedError({ name, message, stack, fields }: PlainError, classes: ErrorClasses): Error {
  const error = Object.assign(new Error(message), fields, { name })
  if (stack !== undefined) error.stack = stack
  const known = classes[name]
  if (known !== undefined) Object.setPrototypeOf(error, known.prototype)
  return error
}

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
