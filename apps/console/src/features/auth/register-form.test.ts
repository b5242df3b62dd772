import { expect, test } from 'vitest'
import { registerForm, toRegistration } from './register-form.ts'

const valid = {
  firstName: 'Alice',
  lastName: 'Moreau',
  emailAddress: 'alice@acme.example',
  password: 'Secret-1',
  isLicenseAccepted: true,
}
const messages = (changes: object) =>
  registerForm.safeParse({ ...valid, ...changes }).error?.issues.map((issue) => issue.message)

test('a complete form is accepted and asks for no phone number', () => {
  expect(toRegistration(registerForm.parse(valid))).toMatchObject({
    firstName: 'Alice',
    mobilePhoneNumber: null,
  })
})
test('[W-264] the license must be accepted', () => {
  expect(messages({ isLicenseAccepted: false })).toEqual([
    'You must accept our license agreement to continue',
  ])
})
test('the email address must be one', () => {
  expect(messages({ emailAddress: 'alice' })).toEqual(['Email address must be a valid email address'])
})
test('a weak password is refused before it is sent', () => {
  expect(messages({ password: 'secret' })).toHaveLength(1)
})
