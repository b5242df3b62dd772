import { z } from 'zod'
import { accessLevel } from './access-levels.ts'
import { entityId, utc } from './fields.ts'
import { member } from './member.ts'

/** An open offer of membership; its id is also the invitation code. */
export const invitation = z.object({
  id: entityId,
  workspaceId: entityId,
  createdUtc: utc,
  validUntilUtc: utc,
  sendToEmailAddress: z.string(),
  accessLevel,
  createdByUserId: entityId.nullable(),
  /** Whether it had expired when the server sent it; a page that stays open asks `isExpired`. */
  isExpired: z.boolean(),
  /** Who invited, also after being removed; null for somebody who never was a member. */
  createdByMember: member.nullable(),
})
export type Invitation = z.infer<typeof invitation>

/** Whether `validUntilUtc` lies in the past at `now`. */
export const isExpired = (i: Pick<Invitation, 'validUntilUtc'>, now: Date): boolean =>
  Date.parse(i.validUntilUtc) < now.getTime()

/** What a holder of the link may see without signing in. */
export const invitationInfo = z.object({
  workspaceName: z.string(),
  workspaceCompanyName: z.string().nullable(),
  createdByEmailAddress: z.string().nullable(),
  createdByFirstName: z.string().nullable(),
  createdByLastName: z.string().nullable(),
  validUntilUtc: utc,
})
export type InvitationInfo = z.infer<typeof invitationInfo>

/** Where the console shows an invitation; the token opens it. */
export const invitationPath = (i: { workspaceId: string; invitationId: string; token: string }): string =>
  `/invitation/${i.workspaceId}/${i.invitationId}?token=${encodeURIComponent(i.token)}`
