import { z } from 'zod'
import { entityId, utc } from './fields.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

/** `LockedOut` ends by itself some minutes after the last wrong password; `Disabled` only by a global administrator. */
export const accountStatuses = ['Active', 'LockedOut', 'Disabled'] as const
export const accountStatus = z.enum(accountStatuses)
export type AccountStatus = z.infer<typeof accountStatus>

/** An account as a global administrator sees it. */
export const account = z.object({
  id: entityId,
  emailAddress: z.string(),
  emailIsConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  createdUtc: utc,
  lastSignedInUtc: utc.nullable(),
  status: accountStatus,
  disabledUtc: utc.nullable(),
  isGlobalAdministrator: z.boolean(),
  /** How many workspaces the person is a member of. */
  workspaceCount: z.number().int(),
})
export type Account = z.infer<typeof account>

/** A link that sets a new password, shown in this answer only; null where it was mailed to the account. */
const passwordResetOffer = z.object({ link: z.string().nullable(), expiresUtc: utc })
export type PasswordResetOffer = z.infer<typeof passwordResetOffer>

const change = {
  method: 'POST',
  access: 'signedIn',
  problems: ['userNotAuthorized', 'entityIdInvalid', 'entityNotFound', 'entityConflict'],
  rate: 'write',
} as const

/** All accounts of the installation, for global administrators. */
export const accounts = {
  list: route({
    method: 'GET',
    path: '/accounts',
    summary: 'All accounts by e-mail address; for global administrators',
    access: 'signedIn',
    query: z.strictObject({
      /** A part of a name or an e-mail address. */
      search: z.string().trim().max(limits.email).optional(),
      status: accountStatus.optional(),
      /** The id of the account that the page begins after. */
      after: entityId.optional(),
    }),
    response: z.object({
      /** At most `limits.accounts`. */
      accounts: z.array(account),
      /** What `after` is for the next page; null on the last one. */
      nextAfter: entityId.nullable(),
    }),
    problems: ['userNotAuthorized', 'validationFailed', 'postPropertyNotAllowed'],
    rate: 'read',
  }),
  disable: route({
    path: '/accounts/:accountId/disable',
    summary: 'End every access of an account until it is enabled again; for global administrators',
    ...change,
  }),
  enable: route({
    path: '/accounts/:accountId/enable',
    summary: 'Let the owner of a disabled account sign in again; for global administrators',
    ...change,
  }),
  signOut: route({
    path: '/accounts/:accountId/sign-out',
    summary: 'End all sessions of an account; for global administrators',
    ...change,
  }),
  resetPassword: route({
    path: '/accounts/:accountId/password-reset',
    summary:
      'Mail the owner of an account a link that sets a new password, or answer the link on a server without a mail server; for global administrators',
    ...change,
    response: passwordResetOffer,
    rate: 'secret',
  }),
}
