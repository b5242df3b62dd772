import type { ProblemDetails } from '@sluice/contract/problem-details'
import { problems } from '@sluice/contract/problems'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { errorOfDatabase } from './database-errors.ts'
import { errorOfFastify } from './framework-errors.ts'
import { errorOfInput } from './input-errors.ts'

/** Where the failed call came from. */
interface Occurrence {
  traceId: string
  instance: string
  method: string
}

/**
 * The one place where an error becomes a problem object. What is no expected refusal is an internal error: it is
 * logged with its trace id, and outside development the caller learns nothing else.
 */
export function problemOf(ctx: Context, error: unknown, occurrence: Occurrence): ProblemDetails {
  const { traceId, instance, method } = occurrence
  const known = error instanceof AppError ? error : knownErrorOf(error, method)
  const expected = known ?? new AppError('internalServerError')
  if (!known) ctx.log.error({ err: error, traceId, instance }, 'the call failed')
  const { status, title } = problems[expected.problemType]
  return {
    type: expected.problemType,
    title,
    detail: expected.detail ?? null,
    status: expected.status ?? status,
    instance,
    traceId,
    ...(ctx.config.showExceptionText && !known && { exception: textOf(error) }),
    ...(expected.validationErrors.length > 0 && { validationErrors: [...expected.validationErrors] }),
    ...(expected.missingAuthorizations.length > 0 && {
      missingAuthorizations: [...expected.missingAuthorizations],
    }),
  }
}

const knownErrorOf = (error: unknown, method: string): AppError | null =>
  errorOfInput(error, method) ?? errorOfFastify(error) ?? errorOfDatabase(error)

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
