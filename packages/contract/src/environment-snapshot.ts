import { z } from 'zod'
import { entityId, utc } from './fields.ts'

/** A numbered record of an environment's parity and head, written by every flow that changed something. */
export const environmentSnapshot = z.object({
  id: entityId,
  environmentId: entityId,
  createdUtc: utc,
  createdByUserId: entityId.nullable(),
  number: z.number().int(),
  title: z.string(),
  gitBranchName: z.string(),
  environmentLatestKnownParityCommitHash: z.string().nullable(),
  environmentHeadCommitHash: z.string(),
})
export type EnvironmentSnapshot = z.infer<typeof environmentSnapshot>
