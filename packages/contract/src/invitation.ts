import { z } from 'zod'
import { accessLevel } from './access-levels.ts'
import { entityId, utc } from './fields.ts'

/** An open offer of membership; its id is also the invitation code. */
export const invitation = z.object({
  id: entityId,
  workspaceId: entityId,
  createdUtc: utc,
  validUntilUtc: utc,
  sendToEmailAddress: z.string(),
  accessLevel,
  createdByUserId: entityId.nullable(),
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
