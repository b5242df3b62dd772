import { z } from 'zod'
import { entityId, utc } from './fields.ts'
import { jobCommandName } from './job-command-name.ts'

/** What was wrong at the last occurrence, for example an environment that is gone. */
export const scheduleProblem = z.object({
  createdUtc: utc,
  message: z.string(),
  details: z.string().nullable(),
})
export type ScheduleProblem = z.infer<typeof scheduleProblem>

/** Jobs on a recurrence: a CRON expression or @macro, in UTC. */
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
  jobCommandName,
  /** The template of its command; its filter is resolved anew at every occurrence. */
  jobTemplate: z.record(z.string(), z.unknown()),
  recurrence: z.string(),
  /** Null while the schedule is disabled. */
  nextOccurrenceUtc: utc.nullable(),
  /** When it last started a job. */
  lastExecutedUtc: utc.nullable(),
  /** Empty after an occurrence without problems and after each change of the schedule. */
  problems: z.array(scheduleProblem),
})
export type Schedule = z.infer<typeof schedule>
