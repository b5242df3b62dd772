import { z } from 'zod'
import { accessLevel } from './access-levels.ts'
import { entityId, utc } from './fields.ts'
import { invitation } from './invitation.ts'
import { member } from './member.ts'

/** A team's container. */
export const workspace = z.object({
  id: entityId,
  slug: z.string(),
  name: z.string(),
  createdUtc: utc,
  createdByUserId: entityId.nullable(),
  ownerUserId: entityId.nullable(),
  companyName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  licenseKeyIsSet: z.boolean(),
})
export type Workspace = z.infer<typeof workspace>

/** A workspace of the caller's list; `accessLevel` is null where he is no member. */
export const listedWorkspace = workspace.extend({ accessLevel: accessLevel.nullable() })
export type ListedWorkspace = z.infer<typeof listedWorkspace>

/** What `pushWorkspace` carries. */
export const workspaceWithMembers = workspace.extend({
  members: z.array(member),
  invitations: z.array(invitation),
})
export type WorkspaceWithMembers = z.infer<typeof workspaceWithMembers>
