import { z } from 'zod'
import { entityId, utc } from './fields.ts'
import { jobCommandName } from './job-command-name.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

/** A job that an event started, or that did what the event says, as it stands now. */
const auditedJob = z.object({
  id: entityId,
  workspaceSlug: z.string(),
  stackSlug: z.string(),
  commandName: jobCommandName,
  /** The environment that the job is about; null where it is about none, or the environment was deleted. */
  environmentName: z.string().nullable(),
  isProduction: z.boolean(),
  isCheckOnly: z.boolean(),
  /** Null until the job has ended. */
  outcome: z.enum(['Succeeded', 'Failed', 'TimedOut', 'Cancelled']).nullable(),
  /** How many components or files it changed, and the names of the first; null where its result says nothing about changes. */
  changed: z.number().nullable(),
  names: z.array(z.string()),
})
export type AuditedJob = z.infer<typeof auditedJob>

/** What was done, by whom, when and from where. */
export const auditEvent = z.object({
  id: entityId,
  /** Its place in the log of its workspace, or of the installation, counted from 1 without a gap. */
  sequence: z.number().int(),
  createdUtc: utc,
  /** A name of `auditEvents`, or of a release before or after this one. */
  action: z.string(),
  /** Null when nobody was signed in and for what the server does by itself. */
  actorUserId: entityId.nullable(),
  actorName: z.string().nullable(),
  actorEmailAddress: z.string().nullable(),
  workspaceId: entityId.nullable(),
  subjectType: z.string().nullable(),
  subjectId: z.string().nullable(),
  /** What the subject is called now, or was called when it was deleted. */
  subjectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** The jobs of the event that are still kept; missing where it has none. */
  jobs: z.array(auditedJob).optional(),
  ipAddress: z.string().nullable(),
  traceId: z.string().nullable(),
})
export type AuditEvent = z.infer<typeof auditEvent>

/** Which events a list or an export holds. */
const auditFilter = {
  action: z.string().min(1).max(64).optional(),
  actorUserId: entityId.optional(),
  /** Only events of this moment and later. */
  sinceUtc: utc.optional(),
}

/** Whether the log is as it was written. */
export const auditVerification = z.object({
  isIntact: z.boolean(),
  eventCount: z.number().int(),
  /** The hash of the newest event, in hexadecimal digits: written down elsewhere, it shows later that no newer event was cut off. */
  lastHash: z.string().nullable(),
  /** The first place that is not as it was written. */
  firstFault: z
    .object({
      sequence: z.number().int().nullable(),
      kind: z.enum(['EventChanged', 'EventMissing', 'LinkMissing']),
    })
    .nullable(),
})
export type AuditVerification = z.infer<typeof auditVerification>

const page = {
  query: z.strictObject({ ...auditFilter, before: entityId.optional() }),
  response: z.object({
    /** Newest first, at most `limits.auditEvents`. */
    events: z.array(auditEvent),
    /** What `before` is for the next page; null on the last one. */
    nextBefore: entityId.nullable(),
  }),
  problems: ['validationFailed', 'postPropertyNotAllowed'],
  rate: 'read',
} as const

const lines = {
  query: z.strictObject({ after: entityId.optional() }),
  response: z.string(),
  responseType: 'text',
  problems: ['validationFailed', 'postPropertyNotAllowed'],
  rate: 'read',
} as const

const linesSummary = `as JSON lines, oldest first, ${limits.auditLines} at a time; \`after\` is the id of the last line before`

/** The audit log of a workspace for its administrators, and that of the installation for global administrators. */
export const auditLog = {
  list: route({
    method: 'GET',
    path: '/workspaces/:workspaceId/audit-events',
    summary: 'What was done in a workspace, newest first',
    access: 'readAuditLog',
    ...page,
  }),
  download: route({
    method: 'GET',
    path: '/workspaces/:workspaceId/audit-events/lines',
    summary: `The audit log of a workspace ${linesSummary}`,
    access: 'readAuditLog',
    ...lines,
  }),
  verify: route({
    method: 'GET',
    path: '/workspaces/:workspaceId/audit-events/verification',
    summary: 'Whether the audit log of a workspace is as it was written',
    access: 'readAuditLog',
    response: auditVerification,
    problems: ['tooManyRequests'],
    rate: 'secret',
  }),
  listOfInstallation: route({
    method: 'GET',
    path: '/audit-events',
    summary:
      'What was done outside workspaces and in workspaces that were deleted, newest first; for global administrators',
    access: 'signedIn',
    ...page,
    problems: [...page.problems, 'userNotAuthorized'],
  }),
  downloadOfInstallation: route({
    method: 'GET',
    path: '/audit-events/lines',
    summary: `The audit log of the installation ${linesSummary}; for global administrators`,
    access: 'signedIn',
    ...lines,
    problems: ['userNotAuthorized'],
  }),
  verifyOfInstallation: route({
    method: 'GET',
    path: '/audit-events/verification',
    summary:
      'Whether the audit log of the installation and those of all workspaces are as they were written; for global administrators',
    access: 'signedIn',
    response: auditVerification,
    problems: ['userNotAuthorized', 'tooManyRequests'],
    rate: 'secret',
  }),
}
