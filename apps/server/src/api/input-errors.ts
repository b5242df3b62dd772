import type { ValidationError } from '@sluice/contract/problem-details'
import type { ProblemType } from '@sluice/contract/problems'
import type { ValidationCode } from '@sluice/contract/validation-errors'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError } from '../platform/app-error.ts'

/** One remark of zod, as the type provider hands it over. */
interface Issue {
  keyword?: unknown
  instancePath?: string
  message?: string
  params?: unknown
}

/** The refusal for a request that its schemas did not accept; null for any other error. */
export function errorOfInput(error: unknown, method: string): AppError | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const issues: readonly Issue[] = error.validation
  const unknownKeys = issues.flatMap((issue) => unknownKeysOf(issue))
  if (unknownKeys.length > 0) return notAllowed(unknownKeys, method)
  if (issues.some((issue) => issue.instancePath === '/' || issue.instancePath === '')) {
    return new AppError('invalidRequestData', { validationErrors: issues.map(toValidationError) })
  }
  return new AppError('validationFailed', { validationErrors: issues.map(toValidationError) })
}

/** Unknown properties are refused, never dropped in silence. */
function notAllowed(properties: readonly string[], method: string): AppError {
  const isPatch = method === 'PATCH'
  const type: ProblemType = isPatch ? 'patchPropertyNotAllowed' : 'postPropertyNotAllowed'
  const verb = isPatch ? 'changed' : 'set'
  const validationErrors = properties.map((property) => ({
    code: type,
    property,
    description: `The property ${property} cannot be ${verb}.`,
  }))
  const [first] = validationErrors
  return new AppError(type, { ...(first && { detail: first.description }), validationErrors })
}

function unknownKeysOf(issue: Issue): string[] {
  if (issue.keyword !== 'unrecognized_keys') return []
  const keys = record(issue.params)['keys']
  const path = pathOf(issue)
  return Array.isArray(keys) ? keys.map((key) => (path ? `${path}.${String(key)}` : String(key))) : []
}

function toValidationError(issue: Issue): ValidationError {
  const property = pathOf(issue) || null
  return { code: codeOf(issue, property), property, description: issue.message ?? '' }
}

/** Names and slugs have codes of their own. */
function codeOf(issue: Issue, property: string | null): ValidationCode {
  const kind = kindOf(issue)
  const isName = property === 'name' || property === 'environmentName'
  if (isName && kind !== 'WrongType') return `EntityName${kind}`
  if (property === 'slug') return kind === 'TooLong' ? 'EntitySlugTooLong' : 'EntitySlugInvalid'
  return `Value${kind}`
}

function kindOf(issue: Issue): 'Missing' | 'TooLong' | 'WrongType' | 'Invalid' {
  if (issue.keyword === 'too_big') return 'TooLong'
  const params = record(issue.params)
  if (issue.keyword === 'too_small' && params['minimum'] === 1 && params['origin'] === 'string')
    return 'Missing'
  if (issue.keyword !== 'invalid_type') return 'Invalid'
  return params['input'] === undefined && / is required$|received undefined/.test(issue.message ?? '')
    ? 'Missing'
    : 'WrongType'
}

const pathOf = (issue: Issue): string => (issue.instancePath ?? '').slice(1).replaceAll('/', '.')

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
