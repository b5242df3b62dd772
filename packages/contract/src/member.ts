import { z } from 'zod'
import { accessLevel } from './access-levels.ts'
import { entityId, utc } from './fields.ts'

/** One user's place in one workspace. */
export const member = z.object({
  id: entityId,
  workspaceId: entityId,
  createdUtc: utc,
  invitedByUserId: entityId.nullable(),
  userId: entityId,
  userEmailAddress: z.string(),
  userFirstName: z.string(),
  userLastName: z.string(),
  status: z.enum(['Active', 'Removed']),
  accessLevel,
})
export type Member = z.infer<typeof member>
