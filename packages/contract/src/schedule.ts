import { z } from 'zod'
import { entityId, utc } from './fields.ts'

/** The kinds of jobs that a schedule may start. */
export const scheduledCommandName = z.enum([
  'FlowIn',
  'FlowOut',
  'FlowMerge',
  'RunApexTests',
  'DeleteEnvironment',
])

/** Jobs on a recurrence: a CRON expression or @macro, in UTC. None can be made yet: `pushSchedules` is always empty. */
export const schedule = z.object({
  id: entityId,
  workspaceId: entityId,
  stackId: entityId,
  createdUtc: utc,
  createdByUserId: entityId.nullable(),
  /** Whose rights its jobs have. Null when that user is gone; the schedule then does not run. */
  runAsUserId: entityId.nullable(),
  name: z.string(),
  description: z.string().nullable(),
  isEnabled: z.boolean(),
  jobCommandName: scheduledCommandName,
  /** The template of its command; its filter is resolved anew at every occurrence. */
  jobTemplate: z.record(z.string(), z.unknown()),
  recurrence: z.string(),
  nextOccurrenceUtc: utc.nullable(),
  lastExecutedUtc: utc.nullable(),
  problems: z.array(z.object({ message: z.string(), details: z.string().nullable() })),
})
export type Schedule = z.infer<typeof schedule>
