import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'

/** Mail waits here until the worker has sent it; without a mail server it stays. */
export const outboxMail = pgTable(
  'outbox_mail',
  {
    id: id(),
    workspaceId: uuid('workspace_id'),
    createdUtc: createdUtc(),
    /** The same key twice is one mail. */
    deduplicationKey: text('deduplication_key').unique(),
    toAddress: text('to_address').notNull(),
    subject: text('subject').notNull(),
    /** Empty once the mail is sent or given up: it may hold a link that opens an account. */
    body: text('body').notNull(),
    /** Counted when an attempt begins, so that an attempt that ends with the process counts too. */
    attempts: integer('attempts').notNull().default(0),
    /** Not before this moment; while an attempt runs, when another may begin. */
    nextAttemptUtc: utc('next_attempt_utc').notNull().defaultNow(),
    sentUtc: utc('sent_utc'),
    /** When it was given up. */
    failedUtc: utc('failed_utc'),
    lastError: text('last_error'),
  },
  (t) => [
    index('outbox_mail_due_idx')
      .on(t.nextAttemptUtc)
      .where(sql`sent_utc is null and failed_utc is null`),
  ],
)

/** One row per running process; without a recent beat its jobs go to another one. */
export const executor = pgTable('executor', {
  id: text('id').primaryKey(),
  hostName: text('host_name').notNull(),
  roles: text('roles').array().notNull(),
  version: text('version').notNull(),
  startedUtc: utc('started_utc').notNull().defaultNow(),
  beatUtc: utc('beat_utc').notNull().defaultNow(),
  drainingSinceUtc: utc('draining_since_utc'),
})

/** Sealed tokens of anonymous calls are good for one use: the nonce stays until the token has expired. */
export const usedNonce = pgTable('used_nonce', {
  nonce: text('nonce').primaryKey(),
  purpose: text('purpose').notNull(),
  usedUtc: utc('used_utc').notNull().defaultNow(),
  expiresUtc: utc('expires_utc').notNull(),
})

/** A device authorization between its start and its completion; the device code is kept as a hash. */
export const deviceAuthorization = pgTable(
  'device_authorization',
  {
    id: id(),
    deviceCodeHash: text('device_code_hash').notNull().unique(),
    signInUrl: text('sign_in_url').notNull(),
    clientId: text('client_id').notNull(),
    userId: uuid('user_id'),
    /** The stack whose app it uses; null: the app of the server. */
    stackId: uuid('stack_id'),
    initiatedUtc: utc('initiated_utc').notNull().defaultNow(),
    expiresUtc: utc('expires_utc').notNull(),
    completedUtc: utc('completed_utc'),
  },
  (t) => [index('device_authorization_expires_idx').on(t.expiresUtc)],
)

/** Facts about this installation, such as the value that proves the master key. */
export const serverFact = pgTable('server_fact', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedUtc: utc('updated_utc').notNull().defaultNow(),
})

/** Repositories at GitHub whose stack was deleted, with the time of that; they are deleted after the same grace period. */
export const deletedGitHubRepository = pgTable('deleted_github_repository', {
  stackId: uuid('stack_id').primaryKey(),
  workspaceId: uuid('workspace_id').notNull(),
  gitHubUrl: text('github_url').notNull(),
  name: text('name').notNull(),
  /** Null where the stack was deleted before anybody knew whether the repository had been made. */
  gitHubId: text('github_id'),
  deletedUtc: utc('deleted_utc').notNull(),
})

/** Folders of the built-in Git host whose stack is gone, and since when; they are removed after a time of grace. */
export const deletedRepository = pgTable('deleted_repository', {
  folder: text('folder').primaryKey(),
  /** Null for a folder that was found without knowing whose it was. */
  workspaceId: uuid('workspace_id'),
  deletedUtc: utc('deleted_utc').notNull(),
})
