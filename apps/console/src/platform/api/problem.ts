import { ProblemError, UnexpectedAnswerError } from '@sluice/contract/client'
import type { ProblemDetails } from '@sluice/contract/problem-details'
import { isProblemType, problems, type ProblemType } from '@sluice/contract/problems'
import { validationErrorMessage } from '@sluice/contract/validation-errors'

/** Any failure, in the shape that an error panel shows. */
export function problemFrom(error: unknown): ProblemDetails {
  if (error instanceof ProblemError) return error.problem
  if (error instanceof TypeError && /fetch|network/i.test(error.message))
    return {
      type: 'unknown',
      title: 'The server could not be reached. Check your connection and try again.',
      status: 0,
    }
  if (error instanceof UnexpectedAnswerError)
    return { type: 'unknown', title: error.message, detail: error.detail, status: 0 }
  const message = error instanceof Error ? error.message : String(error)
  return { type: 'unknown', title: message || 'An unexpected error occurred.', status: 0 }
}

export const isProblem = (error: unknown, type: ProblemType): boolean =>
  error instanceof ProblemError && error.problem.type === type

/** Texts that one screen words differently from the catalogue. */
export type MessageOverrides = Partial<Record<ProblemType, string>>

/** The sentences below a panel's heading: the problem's title, its detail, and each broken rule. */
export function problemMessages(problem: ProblemDetails, overrides: MessageOverrides = {}): string[] {
  const messages = [titleOf(problem, overrides)]
  if (problem.detail && problem.detail !== messages[0]) messages.push(problem.detail)
  for (const error of problem.validationErrors ?? []) messages.push(validationErrorMessage(error))
  for (const missing of problem.missingAuthorizations ?? [])
    messages.push(`Missing permission: ${missing.operation} on ${missing.resource}`)
  return [...new Set(messages)]
}

function titleOf(problem: ProblemDetails, overrides: MessageOverrides): string {
  if (!isProblemType(problem.type)) return problem.title
  return overrides[problem.type] ?? (problem.title || problems[problem.type].title)
}

/** The one sentence of a save that failed in place. */
export function saveErrorMessage(error: unknown, subject: { property: string; entity: string }): string {
  if (error instanceof UnexpectedAnswerError) return error.message
  const problem = problemFrom(error)
  const [first] = problem.validationErrors ?? []
  if (problem.type === 'entityConflict')
    return `This ${subject.property} value is already in use on another ${subject.entity}.`
  if (problem.missingAuthorizations?.length) return 'You do not have permission to change this value.'
  if (first) return validationErrorMessage(first)
  const message = problem.detail || problem.title
  const isExplained = problem.type !== 'internalServerError' && problem.type !== 'unknown' && message !== ''
  return isExplained
    ? message
    : `Saving the ${subject.property} failed with an unknown error. ${message}`.trimEnd()
}
