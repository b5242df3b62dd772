import type { ProblemType } from '@sluice/contract/problems'
import type { MissingAuthorization, ValidationError } from '@sluice/contract/problem-details'

export interface AppErrorDetails {
  /** Where the catalogue's status does not say it: 401 for a caller who has to sign in first. */
  status?: number
  detail?: string
  validationErrors?: readonly ValidationError[]
  missingAuthorizations?: readonly MissingAuthorization[]
  cause?: unknown
}

/** An expected refusal: it has a catalogued type and becomes a problem object in one place. Anything else is a bug. */
export class AppError extends Error {
  readonly problemType: ProblemType
  readonly status: number | undefined
  readonly detail: string | undefined
  readonly validationErrors: readonly ValidationError[]
  readonly missingAuthorizations: readonly MissingAuthorization[]

  constructor(problemType: ProblemType, details: AppErrorDetails = {}) {
    super(
      details.detail ? `${problemType}: ${details.detail}` : problemType,
      details.cause === undefined ? {} : { cause: details.cause },
    )
    this.name = 'AppError'
    this.problemType = problemType
    this.status = details.status
    this.detail = details.detail
    this.validationErrors = details.validationErrors ?? []
    this.missingAuthorizations = details.missingAuthorizations ?? []
  }
}
