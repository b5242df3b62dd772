import { limits } from './limits.ts'
import type { ValidationError } from './problem-details.ts'

/** The message of each validation code. */
const messages = {
  EntityNameMissing: () => 'Entity name is required',
  EntityNameInvalid: () => 'Entity name is not in the correct format',
  EntityNameTooLong: () => `Entity name must not be longer than ${limits.name} characters`,
  EntitySlugInvalid: () =>
    'Entity slug must be at least one character, and may contain only lower-case English letters, numbers and non-consecutive hyphens',
  EntitySlugTooLong: () => `Entity slug must not be longer than ${limits.slug} characters`,
  EntitySlugDuplicate: () => 'Entity slug is already in use on another entity of the same type',
  ValueMissing: (property: string) => `${property} is required`,
  ValueInvalid: (property: string) => `${property} is not in the correct format`,
  ValueTooLong: (property: string) => `${property} is too long`,
  ValueDuplicate: (property: string) => `${property} is already in use`,
  ValueWrongType: (property: string) => `${property} is of the wrong type`,
} as const

/** The codes that have a text of their own; identity codes carry theirs in the description. */
export type ValidationCode = keyof typeof messages

const isValidationCode = (code: string): code is ValidationCode => Object.hasOwn(messages, code)

/**
 * The text to show for a validation error of the server. Codes of the table show the table's text;
 * identity codes and rules with a text of their own show the server's description.
 */
export function validationErrorMessage(error: ValidationError): string {
  const property = error.property ?? 'Value'
  if (!isValidationCode(error.code)) return error.description || `${property} was refused (${error.code})`
  return error.description || messages[error.code](property)
}

/** A validation error of the table's codes, with its text. */
export function validationErrorOf(code: ValidationCode, property: string): ValidationError {
  return { code, property, description: messages[code](property) }
}
