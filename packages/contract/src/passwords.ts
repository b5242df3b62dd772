import { z } from 'zod'
import { tooLong } from './fields.ts'
import { limits } from './limits.ts'
import type { ValidationError } from './problem-details.ts'

const rules = [
  {
    code: 'PasswordTooShort',
    missing: `${limits.passwordMinimum} characters in total`,
    description: `Passwords must be at least ${limits.passwordMinimum} characters.`,
    test: (p: string) => p.length >= limits.passwordMinimum,
  },
  {
    code: 'PasswordRequiresNonAlphanumeric',
    missing: 'a non-alphanumeric character',
    description: 'Passwords must have at least one non alphanumeric character.',
    test: (p: string) => /[^\p{L}\p{N}]/u.test(p),
  },
  {
    code: 'PasswordRequiresDigit',
    missing: 'a digit',
    description: "Passwords must have at least one digit ('0'-'9').",
    test: (p: string) => /[0-9]/.test(p),
  },
  {
    code: 'PasswordRequiresLower',
    missing: 'a lower-case letter',
    description: "Passwords must have at least one lowercase ('a'-'z').",
    test: (p: string) => /\p{Ll}/u.test(p),
  },
  {
    code: 'PasswordRequiresUpper',
    missing: 'an upper-case letter',
    description: "Passwords must have at least one uppercase ('A'-'Z').",
    test: (p: string) => /\p{Lu}/u.test(p),
  },
] as const

/** The broken rules of a new password, by their identity codes. Empty means acceptable. */
export function passwordErrors(password: string): ValidationError[] {
  return rules
    .filter((rule) => !rule.test(password))
    .map(({ code, description }) => ({ code, property: 'password', description }))
}

/** What is sent when signing in: only its length is checked, the rest is the account's business. */
export const passwordField = labelledPassword('Password')

function labelledPassword(label: string) {
  return z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .max(limits.password, tooLong(label, limits.password))
}

/**
 * A new password in a form, whose hint states the rule: the message says only what is still missing. The server repeats
 * the rules with `passwordErrors` and answers their codes.
 */
export const newPasswordField = (label: string) =>
  labelledPassword(label).superRefine((password, ctx) => {
    const missing = rules.filter((rule) => !rule.test(password)).map((rule) => rule.missing)
    if (missing.length > 0)
      ctx.addIssue({ code: 'custom', message: `${label} still needs ${missing.join(', ')}` })
  })
