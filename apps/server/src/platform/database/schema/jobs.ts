import type { JobSummary } from '@sluice/contract/job'
import type { OutsideEffect } from '@sluice/contract/outside-effect'
import type { JobCommandName } from '@sluice/contract/job-command-name'
import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, createdUtc, id, utc } from './columns.ts'
import { environment } from './environments.ts'
import { stack } from './stacks.ts'
import { appUser } from './users.ts'

export type JobStatus = 'Pending' | 'Queued' | 'Running' | 'Cancelling' | 'Ended'
export type JobOutcome = 'Succeeded' | 'Failed' | 'TimedOut' | 'Cancelled'
export type ArtifactType =
  | 'Output'
  | 'RetrievedMetadataArchive'
  | 'DeploymentDeltaArchive'
  | 'JUnitTestResults'
  | 'Log'
export interface JobError {
  message: string
  details: string | null
}

/** As releases before 1.4 stored it: the name of the step instead of its kind. */
export interface EarlierEffect {
  readonly name: string
  readonly isCertain: boolean
}

export const job = pgTable(
  'job',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    stackId: uuid('stack_id').notNull(),
    createdUtc: createdUtc(),
    createdByUserId: uuid('created_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdByScheduleId: uuid('created_by_schedule_id'),
    createdByScheduleOccurrenceUtc: utc('created_by_schedule_occurrence_utc'),
    commandName: text('command_name').$type<JobCommandName>().notNull(),
    commandInput: jsonb('command_input').$type<Record<string, unknown>>().notNull(),
    isCheckOnly: boolean('is_check_only').notNull().default(false),
    mainEnvironmentId: uuid('main_environment_id'),
    status: text('status').$type<JobStatus>().notNull().default('Pending'),
    outcome: text('outcome').$type<JobOutcome>(),
    error: jsonb('error').$type<JobError>(),
    /** Raised whenever a worker takes the job up; a write with an older epoch changes nothing. */
    epoch: integer('epoch').notNull().default(0),
    queuedUtc: utc('queued_utc'),
    startedUtc: utc('started_utc'),
    endedUtc: utc('ended_utc'),
    workerType: text('worker_type').$type<'Managed' | 'Cli'>().notNull().default('Managed'),
    workerInstanceIdentifier: text('worker_instance_identifier'),
    workerInstanceLocation: text('worker_instance_location'),
    cancellationIsRequested: boolean('cancellation_is_requested').notNull().default(false),
    cancellationRequestedUtc: utc('cancellation_requested_utc'),
    cancellationRequestedByUserId: uuid('cancellation_requested_by_user_id'),
    cancellationReason: text('cancellation_reason'),
    /** The topic the job waits on, so that a cancellation can wake it. */
    waitingTopic: text('waiting_topic'),
    activeMilliseconds: bigint('active_milliseconds', { mode: 'number' }).notNull().default(0),
    passiveMilliseconds: bigint('passive_milliseconds', { mode: 'number' }).notNull().default(0),
    billableActiveWorkerMinutes: integer('billable_active_worker_minutes'),
    billablePassiveWorkerMinutes: integer('billable_passive_worker_minutes'),
    /** What the job did, for lists; written when it ends. */
    summary: jsonb('summary').$type<JobSummary>(),
    outsideEffects: jsonb('outside_effects').$type<(OutsideEffect | EarlierEffect)[]>(),
    traceId: text('trace_id'),
  },
  (t) => [
    unique('job_workspace_id_id_key').on(t.workspaceId, t.id),
    index('job_list_idx').on(t.workspaceId, t.stackId, t.createdUtc.desc()),
    index('job_newest_idx').on(t.workspaceId, t.createdUtc.desc()),
    index('job_workspace_active_idx')
      .on(t.workspaceId)
      .where(sql`status <> 'Ended'`),
    index('job_validated_job_idx')
      .on(sql`(command_input->>'validatedJobId')`)
      .where(sql`command_input ? 'validatedJobId'`),
    index('job_active_idx')
      .on(t.status)
      .where(sql`status <> 'Ended'`),
    index('job_ended_idx').on(t.endedUtc),
    uniqueIndex('job_schedule_occurrence_key')
      .on(t.createdByScheduleId, t.createdByScheduleOccurrenceUtc, t.mainEnvironmentId)
      .where(sql`created_by_schedule_id is not null`),
    foreignKey({
      columns: [t.workspaceId, t.stackId],
      foreignColumns: [stack.workspaceId, stack.id],
    }).onDelete('cascade'),
  ],
)

/** A job that takes one of the workers of its workspace: it was handed over and has not ended. */
export const usesWorker = () =>
  and(eq(job.workerType, 'Managed'), inArray(job.status, ['Queued', 'Running', 'Cancelling']))

export const jobEnvironment = pgTable(
  'job_environment',
  {
    workspaceId: uuid('workspace_id').notNull(),
    jobId: uuid('job_id').notNull(),
    environmentId: uuid('environment_id')
      .notNull()
      .references(() => environment.id, { onDelete: 'cascade' }),
    role: text('role').$type<'None' | 'Source' | 'Target'>().notNull().default('None'),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.environmentId] }),
    index('job_environment_environment_id_idx').on(t.environmentId, t.jobId),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)

export const jobDependency = pgTable(
  'job_dependency',
  {
    workspaceId: uuid('workspace_id').notNull(),
    jobId: uuid('job_id').notNull(),
    dependsOnJobId: uuid('depends_on_job_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.dependsOnJobId] }),
    index('job_dependency_depends_on_job_id_idx').on(t.dependsOnJobId),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [t.workspaceId, t.dependsOnJobId],
      foreignColumns: [job.workspaceId, job.id],
    }).onDelete('cascade'),
  ],
)

/** The preview of a flow that its submitter saw. */
export const jobPreview = pgTable(
  'job_preview',
  {
    jobId: uuid('job_id').primaryKey(),
    workspaceId: uuid('workspace_id').notNull(),
    /** The changed components, compressed. */
    changes: bytes('changes').notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** A remark on the timeline. */
export const notice = pgTable(
  'notice',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    jobId: uuid('job_id').notNull(),
    createdUtc: createdUtc(),
    /** Makes a repeated step leave one notice: the name of the step that made it. */
    origin: text('origin').notNull(),
    subject: text('subject').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    uniqueIndex('notice_origin_key').on(t.jobId, t.origin),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** A file of the artifact store; the row exists only after the file is complete on disk. */
export const artifact = pgTable(
  'artifact',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    jobId: uuid('job_id').notNull(),
    createdUtc: createdUtc(),
    name: text('name').notNull(),
    type: text('type').$type<ArtifactType>().notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    fileKey: text('file_key').notNull(),
  },
  (t) => [
    uniqueIndex('artifact_name_key').on(t.jobId, t.type, t.name),
    uniqueIndex('artifact_file_key_key').on(t.fileKey),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)
