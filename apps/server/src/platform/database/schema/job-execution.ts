import { sql } from 'drizzle-orm'
import {
  bigint,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { OutsideEffectKind } from '@sluice/contract/outside-effect'
import type { ProgressScope } from '@sluice/contract/progress'
import { bytes, id, utc } from './columns.ts'
import { environment } from './environments.ts'
import { job } from './jobs.ts'

export type JobStepResolution = 'Performed' | 'Adopted' | 'Ambiguous' | 'Failed'
/** None: the effect took place, and its answer says that it changed nothing. */
export type RecordedEffectKind = OutsideEffectKind | 'None'
export type JobStepKind = 'Step' | 'Effect' | 'Transaction' | 'Notice' | 'Wait'

/**
 * The ledger of a job: what it has finished, by name, and what it has begun outside. The intent of an effect is committed
 * before the effect, the result of everything after it. As `json`, because `jsonb` refuses some texts that JSON can hold.
 */
export const jobStep = pgTable(
  'job_step',
  {
    workspaceId: uuid('workspace_id').notNull(),
    jobId: uuid('job_id').notNull(),
    name: text('name').notNull(),
    /** The default is for workers of the release before, which write effects and transactions only. */
    kind: text('kind').$type<JobStepKind>().notNull().default('Effect'),
    epoch: integer('epoch').notNull(),
    intent: json('intent').notNull(),
    intentUtc: utc('intent_utc').notNull().defaultNow(),
    result: json('result'),
    resultUtc: utc('result_utc'),
    /** How the result was learned: by doing it, or by finding it done. Failed: the result is an error. */
    resolution: text('resolution').$type<JobStepResolution>(),
    /** What an effect does outside; null for other steps, and for effects that an earlier release recorded. */
    effectKind: text('effect_kind').$type<RecordedEffectKind>(),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.name] }),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)

/**
 * Files that a job decides by, compressed, in pieces of at most a megabyte. They are written with the record of the step
 * that made them, so that a worker on another machine has them, and they go when the job ends.
 */
export const jobFile = pgTable(
  'job_file',
  {
    workspaceId: uuid('workspace_id').notNull(),
    jobId: uuid('job_id').notNull(),
    /** The folder that the step made, and the name of a file in it. */
    folder: text('folder').notNull(),
    name: text('name').notNull(),
    piece: integer('piece').notNull(),
    content: bytes('content').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.folder, t.name, t.piece] }),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** What was sent to a job and waits, or has waited, to be received under its topic. */
export const jobMessage = pgTable(
  'job_message',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    jobId: uuid('job_id').notNull(),
    topic: text('topic').notNull(),
    /** The same key twice is one message. */
    idempotencyKey: text('idempotency_key'),
    message: json('message').notNull(),
    sentUtc: utc('sent_utc').notNull().defaultNow(),
    receivedUtc: utc('received_utc'),
  },
  (t) => [
    unique('job_message_idempotency_key').on(t.jobId, t.topic, t.idempotencyKey),
    index('job_message_waiting_idx')
      .on(t.jobId, t.topic, t.id)
      .where(sql`received_utc is null`),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** The whole progress tree of a job, replaced at most twice a second. */
export const jobProgress = pgTable(
  'job_progress',
  {
    jobId: uuid('job_id').primaryKey(),
    workspaceId: uuid('workspace_id').notNull(),
    version: integer('version').notNull(),
    scopes: jsonb('scopes').$type<ProgressScope[]>().notNull(),
    updatedUtc: utc('updated_utc').notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)

export type LockMode = 'Exclusive' | 'Shared'

/** A held lock. The holder's writes look for its row and epoch, so a removed lock stops the holder. */
export const environmentLock = pgTable(
  'environment_lock',
  {
    workspaceId: uuid('workspace_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    jobId: uuid('job_id').notNull(),
    mode: text('mode').$type<LockMode>().notNull(),
    epoch: integer('epoch').notNull(),
    acquiredUtc: utc('acquired_utc').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.environmentId, t.jobId] }),
    index('environment_lock_job_id_idx').on(t.jobId),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [t.workspaceId, t.environmentId],
      foreignColumns: [environment.workspaceId, environment.id],
    }).onDelete('cascade'),
  ],
)

/** A place in the queue for the locks of several environments at once; served by `sequence`. */
export const lockTicket = pgTable(
  'lock_ticket',
  {
    sequence: bigint('sequence', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: uuid('workspace_id').notNull(),
    stackId: uuid('stack_id').notNull(),
    jobId: uuid('job_id').notNull(),
    environmentIds: uuid('environment_ids').array().notNull(),
    /** Those of them that an exclusive ticket only reads. */
    sharedEnvironmentIds: uuid('shared_environment_ids').array().notNull().default([]),
    mode: text('mode').$type<LockMode>().notNull(),
    requestedUtc: utc('requested_utc').notNull().defaultNow(),
    waitUntilUtc: utc('wait_until_utc').notNull(),
  },
  (t) => [
    unique('lock_ticket_job_id_key').on(t.jobId),
    index('lock_ticket_stack_id_idx').on(t.stackId, t.sequence),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)
