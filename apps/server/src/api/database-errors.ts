import { AppError } from '../platform/app-error.ts'

/** A unique value that another call took first, or a row that another call removed (SQLSTATE class 23). */
const conflicts = new Set(['23505', '23503'])

/** Two calls at once may both find a name free; the database lets one of them win, and the other one is told. */
export function errorOfDatabase(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const { cause } = error
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : null
  return typeof code === 'string' && conflicts.has(code)
    ? new AppError('entityConflict', { cause: error })
    : null
}
