import { z } from 'zod'
import { apexTestRun } from './apex-test-run.ts'
import { conflict } from './conflict.ts'
import { environmentDifference } from './difference.ts'
import { environmentSnapshot } from './environment-snapshot.ts'
import { entityId } from './fields.ts'
import { inquiry } from './inquiry.ts'
import { jobWithNotices } from './job.ts'
import { schedule } from './schedule.ts'
import { stackWithEnvironments } from './stack.ts'
import { undeployedComponentSet } from './undeployed-component.ts'
import { workspaceWithMembers } from './workspace.ts'

/** What may disappear; the client removes any of them. */
export const entityTypeName = z.enum([
  'Workspace',
  'Member',
  'Invitation',
  'Stack',
  'Environment',
  'EnvironmentSnapshot',
  'Job',
  'Inquiry',
  'Conflict',
  'ApexTestRun',
  'Schedule',
])
export type EntityTypeName = z.infer<typeof entityTypeName>

const message = <T extends string, F extends z.ZodRawShape>(type: T, fields: F) =>
  z.object({ type: z.literal(type), ...fields })

/**
 * Everything the server sends on the hub. After connecting come the full state of the workspace (jobs: the active
 * ones and the newest `limits.pushedJobs`) and `stateIsComplete`; after that whole entities as they change.
 * Children missing from a pushed parent are gone.
 */
export const pushMessage = z.discriminatedUnion('type', [
  message('pushWorkspace', { workspace: workspaceWithMembers }),
  message('pushStacks', { stacks: z.array(stackWithEnvironments) }),
  message('pushEnvironmentSnapshots', { environmentSnapshots: z.array(environmentSnapshot) }),
  message('pushComponentDeploymentFailures', { sets: z.array(undeployedComponentSet) }),
  message('pushDifferences', { differences: z.array(environmentDifference) }),
  message('pushApexTestRuns', { apexTestRuns: z.array(apexTestRun) }),
  message('pushSchedules', { schedules: z.array(schedule) }),
  message('pushJobs', { jobs: z.array(jobWithNotices) }),
  message('pushInquiries', { inquiries: z.array(inquiry) }),
  message('pushConflicts', { conflicts: z.array(conflict) }),
  message('deleteEntities', { entities: z.array(z.object({ entityTypeName, entityId })) }),
  message('stateIsComplete', {}),
])
export type PushMessage = z.infer<typeof pushMessage>
export type PushMessageType = PushMessage['type']

/** What the browser sends: the first message, and again with a new token before the old one ends. */
export const hubClientMessage = z.strictObject({ type: z.literal('authenticate'), accessToken: z.string() })

/** The first message on `/api/progress`: the token of `jobs.subscribeToProgress`. */
export const progressClientMessage = z.strictObject({
  type: z.literal('subscribe'),
  topicSasToken: z.string(),
})

/** Why the server closes a hub connection. `notAuthorized` and `workspaceGone` are not worth a reconnect. */
export const hubCloseCodes = {
  notAuthorized: 4401,
  workspaceGone: 4404,
  tokenExpired: 4408,
  tooSlow: 4413,
  tooMany: 4429,
  badMessage: 4400,
} as const
