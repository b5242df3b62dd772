import { emailField, nameText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { newPasswordField } from '@sluice/contract/passwords'
import { z } from 'zod'

export const passwordHint =
  'At least 1 upper-case, 1 lower-case, 1 digit, 1 non-alphanumeric character and 6 characters in total'

export const registerForm = z.object({
  firstName: nameText('First name', limits.personName),
  lastName: nameText('Last name', limits.personName),
  emailAddress: emailField('Email address'),
  password: newPasswordField('Password'),
  isLicenseAccepted: z
    .boolean()
    .refine((isAccepted) => isAccepted, 'You must accept our license agreement to continue'),
})
export type RegisterForm = z.output<typeof registerForm>

/** The account has no phone field on this screen; the number stays empty. */
export function toRegistration({ firstName, lastName, emailAddress, password }: RegisterForm) {
  return { firstName, lastName, emailAddress, password, mobilePhoneNumber: null }
}
