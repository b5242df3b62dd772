import { AppError } from '../platform/app-error.ts'

/** What Fastify refuses before any operation runs: bodies too large, of the wrong kind or not JSON. */
export function errorOfFastify(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const code: unknown = Reflect.get(error, 'code')
  const status: unknown = Reflect.get(error, 'statusCode')
  if (status === 429) return new AppError('tooManyRequests')
  // A folder of the console, or a file that was there a moment ago.
  if (error.name === 'ForbiddenError' || error.name === 'NotFoundError') return new AppError('entityNotFound')
  // The client hung up before its body was complete; nobody reads the answer.
  if (code === 'ECONNRESET' && status === 400) return new AppError('invalidRequestData')
  // A body that is no JSON, or one with __proto__ in it.
  if (error instanceof SyntaxError && status === 400) return new AppError('invalidRequestData')
  const isFrameworks = typeof code === 'string' && code.startsWith('FST_ERR_')
  if (!isFrameworks || typeof status !== 'number' || status >= 500) return null
  return new AppError('invalidRequestData', { status, detail: error.message })
}
