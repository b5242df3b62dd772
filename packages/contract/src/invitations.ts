import { z } from 'zod'
import { accessLevel } from './access-levels.ts'
import { tooLong } from './fields.ts'
import { invitation, invitationInfo } from './invitation.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

/** The form of the invitation dialog. */
export const newInvitation = z.strictObject({
  sendToEmailAddress: z
    .string({ error: 'Value must be a valid email address' })
    .trim()
    .max(limits.email, tooLong('Value', limits.email))
    .pipe(z.email('Value must be a valid email address')),
  accessLevel: accessLevel.default('Reader'),
})

const token = z.strictObject({ token: z.string().min(1).max(limits.invitationToken) })
const all = '/workspaces/:workspaceId/invitations' as const
const one = `${all}/:invitationId` as const

/** Offers of membership: the calls of those who invite, and of whoever holds the link. */
export const invitations = {
  create: route({
    method: 'POST',
    path: all,
    summary: 'Invite somebody to the workspace by e-mail',
    access: 'createInvitation',
    body: newInvitation,
    response: invitation,
    problems: ['validationFailed', 'postPropertyNotAllowed', 'entityConflict', 'tooManyRequests'],
    rate: 'write',
  }),
  extend: route({
    method: 'POST',
    path: `${one}/extend`,
    summary: 'Let the link of an invitation live its whole time again, and mail it once more',
    access: 'extendInvitation',
    problems: ['tooManyRequests'],
    rate: 'write',
  }),
  delete: route({
    method: 'DELETE',
    path: one,
    summary: 'Take an invitation back',
    access: 'deleteInvitation',
    problems: [],
    rate: 'write',
  }),
  getToken: route({
    method: 'GET',
    path: `${one}/token`,
    summary: 'The token of the link of an invitation',
    access: 'readInvitationToken',
    response: token,
    problems: [],
    rate: 'secret',
  }),
  getInfo: route({
    method: 'GET',
    path: `${one}/info`,
    summary: 'What an invitation offers, for whoever holds its link',
    access: 'anonymous',
    isOpenedByToken: true,
    query: token,
    response: invitationInfo,
    problems: ['validationFailed', 'entityIdInvalid', 'entityNotFound'],
    rate: 'invitationLink',
  }),
  accept: route({
    method: 'POST',
    path: `${one}/accept`,
    summary: 'Become a member with the link of an invitation',
    access: 'signedIn',
    isOpenedByToken: true,
    query: token,
    problems: [
      'validationFailed',
      'entityIdInvalid',
      'entityNotFound',
      'invitationExpired',
      'userAlreadyMember',
    ],
    rate: 'invitationLink',
  }),
  reject: route({
    method: 'POST',
    path: `${one}/reject`,
    summary: 'Decline an invitation with its link',
    access: 'anonymous',
    isOpenedByToken: true,
    query: token,
    problems: ['validationFailed', 'entityIdInvalid', 'entityNotFound'],
    rate: 'invitationLink',
  }),
}
