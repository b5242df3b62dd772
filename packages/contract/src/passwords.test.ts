import { expect, test } from 'vitest'
import { newPasswordField, passwordErrors } from './passwords.ts'

test.each([
  ['Aa1!aa', []],
  ['Aa1!a', ['PasswordTooShort']],
  ['aa1!aa', ['PasswordRequiresUpper']],
  ['AA1!AA', ['PasswordRequiresLower']],
  ['Aaa!aa', ['PasswordRequiresDigit']],
  ['Aa1aaa', ['PasswordRequiresNonAlphanumeric']],
  ['Äö1!üü', []],
])('[W-262] %s breaks %j', (password, codes) => {
  expect(passwordErrors(password).map(({ code }) => code)).toEqual(codes)
  expect(newPasswordField('Password').safeParse(password).success).toBe(codes.length === 0)
})
