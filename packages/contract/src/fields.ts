import { z } from 'zod'
import { limits } from './limits.ts'

/** A moment as the API writes it: ISO 8601 in UTC, for example `2026-01-31T12:00:00.000Z`. */
export const utc = z.iso.datetime()

/** The identifier of an entity. */
export const entityId = z.uuid()

/** A text that must hold at least one character beside white space; white space around it is removed. */
export const requiredText = (label: string, maximum: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(maximum, tooLong(label, maximum))

/** A text that may be missing; an empty one becomes null. */
export const optionalText = (label: string, maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum, tooLong(label, maximum))
    .transform((text) => (text === '' ? null : text))
    .nullable()

/** Control characters, ends of lines, lone surrogates and marks that turn the direction of a text: a name with them looks like another one. */
const oddCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}]/u

/** The rule of all names: one line of characters that a person can see. */
export const nameText = (label: string, maximum: number) =>
  requiredText(label, maximum).refine(
    (text) => !oddCharacters.test(text),
    `${label} contains a character that is not allowed, such as a line break or an invisible mark`,
  )

/** Names of workspaces, stacks, environments and schedules. */
export const nameField = (label: string) => nameText(label, limits.name)

const slugRule = (messages: { required: string; tooLong: string; invalid: string }) =>
  z
    .string({ error: messages.required })
    .trim()
    .toLowerCase()
    .max(limits.slug, messages.tooLong)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, messages.invalid)

const slugCharacters =
  'must be at least one character, and may contain only lower-case English letters, numbers and non-consecutive hyphens'

/**
 * The slug rule: trimmed and lower-cased, then only lower-case letters, digits and single hyphens.
 * The client's table knows no rule about consecutive hyphens; the server refuses them.
 */
export const slugField = slugRule({
  required: 'Entity slug is required',
  tooLong: `Entity slug must not be longer than ${limits.slug} characters`,
  invalid: `Entity slug ${slugCharacters}`,
})

/** The same rule in a form, where each message begins with the label of the field. */
export const labelledSlugField = (label: string) =>
  slugRule({
    required: `${label} is required`,
    tooLong: tooLong(label, limits.slug),
    invalid: `${label} ${slugCharacters}`,
  })

/** One plain address. Display names, comments, several addresses and control characters are refused. */
export const emailField = (label: string) =>
  requiredText(label, limits.email).pipe(z.email(`${label} must be a valid email address`))

/** An optional phone number; empty becomes null. */
export const phoneField = (label: string) =>
  z
    .union([
      z.literal('').transform(() => null),
      z
        .string()
        .trim()
        .max(limits.phoneNumber, tooLong(label, limits.phoneNumber))
        .regex(/^\+[\d -]*\d[\d -]*$/, `${label} must start with + followed by digits, spaces and hyphens`),
    ])
    .nullable()

/** A phone number that must be given (creation of a workspace). */
export const requiredPhoneField = (label: string) =>
  requiredText(label, limits.phoneNumber).regex(
    /^\+[\d -]*\d[\d -]*$/,
    `${label} must start with + followed by digits, spaces and hyphens`,
  )

/** A valid absolute address. */
export const urlField = (label: string) =>
  requiredText(label, limits.url).refine((text) => URL.canParse(text), `${label} must be a valid URL`)

/**
 * The address of a Git repository: https with host, port and path, and nothing that Git would refuse. The server
 * checks besides that the host is on the public Internet.
 */
export const repositoryUrlField = (label: string) =>
  urlField(label).refine(
    (text) => !URL.canParse(text) || isRepositoryUrl(text),
    `${label} must be an https address without user name, password, query or fragment`,
  )

function isRepositoryUrl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !/^https:\/\//i.test(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === '' && !/[?#]/.test(text)
}

/** The message for a text with more characters than its field may hold. */
export const tooLong = (label: string, maximum: number) =>
  `${label} cannot be longer than ${maximum} characters`
