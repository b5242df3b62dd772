import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers } from '../../testing/samples.ts'
import { submitRegistration } from '../../testing/submit-registration.ts'

const slugRule =
  'Entity slug must be at least one character, and may contain only lower-case English letters, numbers and non-consecutive hyphens'

/** Edits the name of the stack, which the server refuses with one validation error. */
async function refuseWith(code: string, property: string | null, description = '') {
  const problem = refusal('validationFailed', { validationErrors: [{ code, property, description }] })
  await renderAt('/workspaces/acme/stacks/core-crm/settings', {
    answers: { ...environmentAnswers, stacks: { ...environmentAnswers.stacks, update: problem } },
  })
  await page.getByRole('button', { name: 'Edit name' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('CRM')
  await page.getByRole('button', { name: 'Save' }).click()
  return page.getByRole('alert')
}

test.for([
  ['W-280', 'EntityNameMissing', 'Entity name is required'],
  ['W-281', 'EntityNameInvalid', 'Entity name is not in the correct format'],
  ['W-282', 'EntityNameTooLong', 'Entity name must not be longer than 512 characters'],
  ['W-283', 'EntitySlugInvalid', slugRule],
  ['W-284', 'EntitySlugTooLong', 'Entity slug must not be longer than 128 characters'],
  ['W-285', 'EntitySlugDuplicate', 'Entity slug is already in use on another entity of the same type'],
] as const)(
  '[W-280][W-281][W-282][W-283][W-284][W-285] (%s) the code %s shows its text',
  async ([, code, text]) => {
    const alert = await refuseWith(code, 'name')
    await expect.element(alert).toHaveTextContent(text)
    expect(alert.element().textContent).toBe(text)
  },
)

test.for([
  ['ValueMissing', 'Metadata path is required'],
  ['ValueInvalid', 'Metadata path is not in the correct format'],
  ['ValueTooLong', 'Metadata path is too long'],
  ['ValueDuplicate', 'Metadata path is already in use'],
  ['ValueWrongType', 'Metadata path is of the wrong type'],
] as const)('[W-286] the code %s names the property', async ([code, text]) => {
  const alert = await refuseWith(code, 'Metadata path')
  await expect.element(alert).toHaveTextContent(text)
})

const identityCodes = [
  'PasswordMismatch',
  'InvalidToken',
  'DuplicateEmail',
  'PasswordTooShort',
  'PasswordRequiresDigit',
  'PasswordRequiresLower',
  'PasswordRequiresUpper',
  'PasswordRequiresNonAlphanumeric',
  'PasswordRequiresUniqueChars',
  'ConcurrencyFailure',
  'InvalidUserName',
]

test('[W-287] each identity code shows the description given by the server', async () => {
  let code = ''
  const register = () => {
    const validationErrors = [{ code, property: 'password', description: `The server says ${code}.` }]
    throw refusal('identityRegistrationValidationFailed', { validationErrors })
  }
  await renderAt('/register', { user: null, answers: { users: { register } } })
  const alert = page.getByRole('alert')
  for (code of identityCodes) {
    await (alert.query()
      ? page.getByRole('button', { name: 'Create user account' }).click()
      : submitRegistration())
    await expect.element(alert.getByText(`The server says ${code}.`, { exact: true })).toBeVisible()
  }
})

test('a code that this console does not know shows the description of the server', async () => {
  const alert = await refuseWith('ValueTooColourful', 'name', 'Stack name is too colourful')
  await expect.element(alert).toHaveTextContent('Stack name is too colourful')
})

test('a code that this console does not know, without a description, still says that the value was refused', async () => {
  const alert = await refuseWith('ValueTooColourful', 'Stack name')
  await expect.element(alert).toHaveTextContent('Stack name was refused (ValueTooColourful)')
})
