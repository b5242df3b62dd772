import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  emailField,
  nameField,
  optionalText,
  phoneField,
  requiredPhoneField,
  slugField,
  urlField,
} from './fields.ts'

const message = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? null

describe('slugs', () => {
  test('[W-250] are trimmed and lower-cased', () => {
    expect(slugField.parse(' My-Slug ')).toBe('my-slug')
  })
  test.each(['a--b', '-a', 'a-', 'a_b', 'ä', '', 'a b'])('[W-283] refuse "%s"', (slug) => {
    expect(message(slugField, slug)).toBe(
      'Entity slug must be at least one character, and may contain only lower-case English letters, numbers and non-consecutive hyphens',
    )
  })
  test('[W-284] name their limit', () => {
    expect(message(slugField, 'a'.repeat(129))).toBe('Entity slug must not be longer than 128 characters')
  })
})

const emailOf = (length: number) => '@acme.co'.padStart(length, 'a')
const urlOf = (length: number) => 'https://example.com/'.padEnd(length, 'a')

describe('e-mail addresses', () => {
  test.each(['a@b.co', 'first.last+tag@sub.example.com'])('accept %s', (address) => {
    expect(message(emailField('Email address'), address)).toBeNull()
  })
  test.each(['a', 'a@', '@b.co', 'a b@c.de', 'a@b.co\r\nBcc: e@x.y', 'a@b.co, c@d.ef', 'a (x) <e@x.yz>'])(
    'refuse %j',
    (address) => {
      expect(message(emailField('Email address'), address)).toBe(
        'Email address must be a valid email address',
      )
    },
  )
  test('have at most 256 characters', () => {
    expect(message(emailField('Email address'), emailOf(256))).toBeNull()
    expect(message(emailField('Email address'), emailOf(257))).toBe(
      'Email address cannot be longer than 256 characters',
    )
  })
  test('[W-275] have the label of their form', () => {
    expect(message(emailField('Value'), 'x')).toBe('Value must be a valid email address')
  })
})

describe('phone numbers', () => {
  test.each(['+1 555-01', '+49 30 123'])('[W-259] accept %s', (phone) => {
    expect(message(phoneField('Phone number'), phone)).toBeNull()
  })
  test.each(['1 555', '+', '+a', '+1 (555)', `+${'1'.repeat(128)}`])('[W-259] refuse %s', (phone) => {
    expect(message(phoneField('Phone number'), phone)).not.toBeNull()
  })
  test('[W-274] empty becomes null where it is optional', () => {
    expect(phoneField('Phone number').parse('')).toBeNull()
    expect(message(requiredPhoneField('Phone number'), '')).toBe('Phone number is required')
  })
})

describe('texts', () => {
  test('[W-251] a name has at most 512 characters', () => {
    expect(message(nameField('Name'), 'a'.repeat(512))).toBeNull()
    expect(message(nameField('Name'), 'a'.repeat(513))).toBe('Name cannot be longer than 512 characters')
    expect(message(nameField('Name'), '   ')).toBe('Name is required')
  })
  test('[W-252] an empty description becomes null', () => {
    expect(optionalText('Description', 4096).parse('  ')).toBeNull()
    expect(message(optionalText('Description', 4096), 'a'.repeat(4097))).not.toBeNull()
  })
  test('[W-256] an address is absolute and has at most 2048 characters', () => {
    expect(message(urlField('URL'), urlOf(2048))).toBeNull()
    expect(message(urlField('URL'), urlOf(2049))).toBe('URL cannot be longer than 2048 characters')
    expect(message(urlField('URL'), 'https://example.com/r.git')).toBeNull()
    expect(message(urlField('URL'), '/relative')).toBe('URL must be a valid URL')
  })
})

test.each([
  ['a line break', 'Acme\nWidgets'],
  ['a control character', 'Acme\u0007'],
  ['a lone surrogate', 'Acme\ud800'],
  ['a mark of direction', 'Acme\u202egro.exe'],
  ['a separator of lines', 'Acme\u2028Widgets'],
])('a name and an e-mail address with %s are refused by the name of their field', (_, text) => {
  expect(message(nameField('Stack name'), text)).toBe(
    'Stack name contains a character that is not allowed, such as a line break or an invisible mark',
  )
  expect(emailField('Email address').safeParse(`${text}@example.com`).success).toBe(false)
})

test('a name may hold letters of every script and an emoji of two halves', () => {
  for (const text of ['Zoë', 'Łukasz', '株式会社', 'Rakete 🚀'])
    expect(nameField('Name').parse(text)).toBe(text)
})
