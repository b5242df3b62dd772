import { z } from 'zod'
import { emailField, entityId, phoneField, nameText, requiredText, utc } from './fields.ts'
import { limits } from './limits.ts'
import { passwordField } from './passwords.ts'
import { route } from './route.ts'
import { authTokens, signInInfo } from './user.ts'

/** The rules of a new password are answered by the server with the identity codes of `passwords.ts`. */
const registration = z.strictObject({
  emailAddress: emailField('Email address'),
  password: passwordField,
  firstName: nameText('First name', limits.personName),
  lastName: nameText('Last name', limits.personName),
  mobilePhoneNumber: phoneField('Mobile phone number').default(null),
})

/** The username is the e-mail address. */
export const signInForm = z.strictObject({
  username: requiredText('Username', limits.username),
  password: passwordField,
})

/** A sign-in by the link of a mail, or by the one that the server's start prints, also proves the address. */
const signInBody = signInForm.extend({ confirmationToken: z.string().min(1).max(512).optional() })

/** What a user may change about himself; an e-mail address needs a fresh sign-in. */
export const profile = z.strictObject({
  emailAddress: emailField('Email address').optional(),
  firstName: nameText('First name', limits.personName).optional(),
  lastName: nameText('Last name', limits.personName).optional(),
  mobilePhoneNumber: phoneField('Mobile phone number').optional(),
})

/** A mail that was given up. Its text is not kept. */
const undeliveredMail = z.object({
  id: entityId,
  createdUtc: utc,
  toAddress: z.string(),
  subject: z.string(),
  attempts: z.number().int(),
  failedUtc: utc,
  lastError: z.string().nullable(),
})
export type UndeliveredMail = z.infer<typeof undeliveredMail>

/** A mail that waits because the server has no mail server. It may hold a link that opens an account. */
const waitingMail = z.object({
  id: entityId,
  createdUtc: utc,
  toAddress: z.string(),
  subject: z.string(),
  body: z.string(),
})
export type WaitingMail = z.infer<typeof waitingMail>

/** The calls about the own account and its sessions, and two about mail for global administrators. */
export const users = {
  register: route({
    method: 'POST',
    path: '/auth/register',
    summary: 'Create a user account',
    access: 'anonymous',
    body: registration,
    problems: [
      'identityRegistrationValidationFailed',
      'validationFailed',
      'userNotAuthorized',
      'tooManyRequests',
    ],
    rate: 'register',
  }),
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with username and password',
    access: 'anonymous',
    body: signInBody,
    response: authTokens,
    problems: [
      'identityCredentialsInvalid',
      'identityAccountLockedOut',
      'identityAccountNotConfirmed',
      'userNotAuthorized',
      'tooManyRequests',
    ],
    rate: 'signIn',
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Exchange a refresh token for the next pair of tokens',
    access: 'anonymous',
    body: z.strictObject({ refreshToken: z.string().min(1).max(512) }),
    response: authTokens,
    problems: ['identityRefreshTokenInvalid', 'identityRefreshTokenExpired', 'tooManyRequests'],
    rate: 'refresh',
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session',
    access: 'signedIn',
    problems: [],
    rate: 'write',
  }),
  getSignInInfo: route({
    method: 'GET',
    path: '/auth/info',
    summary: 'Who is signed in',
    access: 'anonymous',
    response: signInInfo,
    problems: [],
    rate: 'read',
  }),
  update: route({
    method: 'PATCH',
    path: '/auth/user',
    summary: 'Change the own account',
    access: 'signedIn',
    body: profile,
    problems: ['validationFailed', 'patchPropertyNotAllowed', 'userNotAuthorized'],
    rate: 'write',
  }),
  changePassword: route({
    method: 'PUT',
    path: '/auth/password',
    summary: 'Set a new password; needs a sign-in that is at most ten minutes old',
    access: 'signedIn',
    body: z.strictObject({ newPassword: passwordField }),
    problems: ['identityResetPasswordValidationFailed', 'userNotAuthorized', 'tooManyRequests'],
    rate: 'secret',
  }),
  listUndeliveredMail: route({
    method: 'GET',
    path: '/undelivered-mail',
    summary: 'Mail that the server has given up, newest first; for global administrators',
    access: 'signedIn',
    response: z.array(undeliveredMail),
    problems: ['userNotAuthorized'],
    rate: 'read',
  }),
  listWaitingMail: route({
    method: 'GET',
    path: '/outbox',
    summary: 'Mail that waits on a server without a mail server, newest first; for global administrators',
    access: 'signedIn',
    response: z.array(waitingMail),
    problems: ['userNotAuthorized'],
    rate: 'secret',
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/auth/password/forgot',
    summary: 'Ask for a password reset e-mail; known and unknown addresses get the same answer',
    access: 'anonymous',
    body: z.strictObject({ emailAddress: nameText('Username', limits.email) }),
    problems: ['tooManyRequests'],
    rate: 'mail',
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Set a new password with the token of a reset e-mail',
    access: 'anonymous',
    // What no link of this server holds is answered like a token that is not valid.
    body: z.strictObject({
      userId: z.string().min(1).max(512),
      encodedPasswordResetToken: z.string().min(1).max(512),
      newPassword: passwordField,
    }),
    problems: ['identityResetPasswordTokenInvalid', 'identityResetPasswordValidationFailed'],
    rate: 'signIn',
  }),
}
