import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { apexTestRun } from '../platform/database/schema/apex-test-runs.ts'
import { conflict, conflictFile } from '../platform/database/schema/conflicts.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { artifact, job } from '../platform/database/schema/jobs.ts'
import { notificationDelivery, webhook } from '../platform/database/schema/notifications.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { invitation, member } from '../platform/database/schema/workspaces.ts'

/** The ids of an address, by the names of its parameters. */
export type AddressIds = Readonly<Record<string, string | undefined>>

export interface Subject {
  createdByUserId: string | null
}

/** Each loads its row by all of its ancestors: a foreign id finds nothing, like one that never existed. */
const levels: Readonly<
  Record<string, { resource: string; find: (tx: Transaction, ids: AddressIds) => Promise<Subject[]> }>
> = {
  memberId: {
    resource: 'Member',
    // A membership is the business of whoever has it.
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: member.userId })
        .from(member)
        .where(and(is(member.workspaceId, ids['workspaceId']), is(member.id, ids['memberId']))),
  },
  invitationId: {
    resource: 'Invitation',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: invitation.createdByUserId })
        .from(invitation)
        .where(and(is(invitation.workspaceId, ids['workspaceId']), is(invitation.id, ids['invitationId']))),
  },
  webhookId: {
    resource: 'Webhook',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: webhook.createdByUserId })
        .from(webhook)
        .where(and(is(webhook.workspaceId, ids['workspaceId']), is(webhook.id, ids['webhookId']))),
  },
  deliveryId: {
    resource: 'NotificationDelivery',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: sql<null>`null` })
        .from(notificationDelivery)
        .where(
          and(
            is(notificationDelivery.workspaceId, ids['workspaceId']),
            is(notificationDelivery.id, ids['deliveryId']),
          ),
        ),
  },
  stackId: {
    resource: 'Stack',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: stack.createdByUserId })
        .from(stack)
        .where(and(is(stack.workspaceId, ids['workspaceId']), is(stack.id, ids['stackId']))),
  },
  environmentId: {
    resource: 'Environment',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: environment.createdByUserId })
        .from(environment)
        .where(and(is(environment.stackId, ids['stackId']), is(environment.id, ids['environmentId']))),
  },
  jobId: {
    resource: 'Job',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: job.createdByUserId })
        .from(job)
        .where(and(is(job.stackId, ids['stackId']), is(job.id, ids['jobId']))),
  },
  artifactId: {
    resource: 'Artifact',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: sql<null>`null` })
        .from(artifact)
        .where(and(is(artifact.jobId, ids['jobId']), is(artifact.id, ids['artifactId']))),
  },
  scheduleId: {
    resource: 'Schedule',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: schedule.createdByUserId })
        .from(schedule)
        .where(and(is(schedule.stackId, ids['stackId']), is(schedule.id, ids['scheduleId']))),
  },
  inquiryId: {
    resource: 'Inquiry',
    // An inquiry is the business of whoever started its job.
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: job.createdByUserId })
        .from(inquiry)
        .innerJoin(job, eq(job.id, inquiry.jobId))
        .where(and(is(inquiry.jobId, ids['jobId']), is(inquiry.id, ids['inquiryId']))),
  },
  apexTestRunId: {
    resource: 'ApexTestRun',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: apexTestRun.createdByUserId })
        .from(apexTestRun)
        .where(and(is(apexTestRun.stackId, ids['stackId']), is(apexTestRun.id, ids['apexTestRunId']))),
  },
  conflictId: {
    resource: 'Conflict',
    // So is a conflict.
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: job.createdByUserId })
        .from(conflict)
        .innerJoin(job, eq(job.id, conflict.jobId))
        .where(and(is(conflict.jobId, ids['jobId']), is(conflict.id, ids['conflictId']))),
  },
  conflictFileId: {
    resource: 'ConflictFile',
    find: async (tx, ids) =>
      tx
        .select({ createdByUserId: sql<null>`null` })
        .from(conflictFile)
        .where(
          and(is(conflictFile.conflictId, ids['conflictId']), is(conflictFile.id, ids['conflictFileId'])),
        ),
  },
}

/** Parameters of calls outside workspaces, whose operations look up the row themselves. */
const ofInstallation: ReadonlySet<string> = new Set(['accountId'])

/** Parameters that name rows: each must have a level, otherwise the server does not start. */
export const isScoped = (parameter: string): boolean =>
  parameter === 'workspaceId' || ofInstallation.has(parameter) || Object.hasOwn(levels, parameter)

/** The rows that an address names, by resource, or null when one of them does not exist there. */
export async function findSubjects(tx: Transaction, ids: AddressIds): Promise<Map<string, Subject> | null> {
  const subjects = new Map<string, Subject>()
  for (const [parameter, { resource, find }] of Object.entries(levels)) {
    if (ids[parameter] === undefined) continue
    const [subject] = await find(tx, ids)
    if (!subject) return null
    subjects.set(resource, subject)
  }
  return subjects
}

const is = (column: Parameters<typeof eq>[0], id: string | undefined): SQL => eq(column, id ?? null)
