import type {
  NotificationChoices,
  NotificationEvent,
  NotificationMessage,
  WebhookFormat,
} from '@sluice/contract/notification'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'
import { appUser } from './users.ts'
import { workspace } from './workspaces.ts'

const workspaceId = () =>
  uuid('workspace_id')
    .notNull()
    .references(() => workspace.id, { onDelete: 'cascade' })

/** What happened and nobody has been told of yet; removed once the messages are made. What it names may be gone by then. */
export const notificationEvent = pgTable(
  'notification_event',
  {
    id: id(),
    workspaceId: workspaceId(),
    createdUtc: createdUtc(),
    /** Nobody is told before this moment. */
    notBeforeUtc: utc('not_before_utc').notNull(),
    /** What it can be told as, the most telling first: each receiver is told once. */
    events: text('events').array().$type<NotificationEvent[]>().notNull(),
    jobId: uuid('job_id'),
    inquiryId: uuid('inquiry_id'),
    scheduleId: uuid('schedule_id'),
    apexTestRunId: uuid('apex_test_run_id'),
  },
  (t) => [index('notification_event_due_idx').on(t.notBeforeUtc)],
)

export const webhook = pgTable(
  'webhook',
  {
    id: id(),
    workspaceId: workspaceId(),
    createdUtc: createdUtc(),
    createdByUserId: uuid('created_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    format: text('format').$type<WebhookFormat>().notNull(),
    events: text('events').array().$type<NotificationEvent[]>().notNull(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    addressSealed: text('address_sealed').notNull(),
    addressShown: text('address_shown').notNull(),
    secretSealed: text('secret_sealed').notNull(),
    /** Not called before this moment: while a call is under way, and for a while after one that failed. */
    restingUntilUtc: utc('resting_until_utc'),
    lastDeliveredUtc: utc('last_delivered_utc'),
  },
  (t) => [index('webhook_workspace_id_idx').on(t.workspaceId)],
)

/** What a member gets by mail. No row: the default. */
export const notificationChoice = pgTable(
  'notification_choice',
  {
    workspaceId: workspaceId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    choices: jsonb('choices').$type<NotificationChoices>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.userId] })],
)

/** One message to one receiver: a webhook, or a member who gets it by mail together with others. */
export const notificationDelivery = pgTable(
  'notification_delivery',
  {
    id: id(),
    workspaceId: workspaceId(),
    createdUtc: createdUtc(),
    message: jsonb('message').$type<NotificationMessage>().notNull(),
    webhookId: uuid('webhook_id').references(() => webhook.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    /** The mail that it went into; how that one fares stands in `outbox_mail`. */
    mailId: uuid('mail_id'),
    status: text('status').$type<'Waiting' | 'Mailed' | 'Delivered' | 'GivenUp'>().notNull(),
    /** Counted when an attempt begins. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptUtc: utc('next_attempt_utc').notNull().defaultNow(),
    endedUtc: utc('ended_utc'),
    lastError: text('last_error'),
  },
  (t) => [
    index('notification_delivery_waiting_idx')
      .on(t.nextAttemptUtc)
      .where(sql`status = 'Waiting'`),
    index('notification_delivery_workspace_idx').on(t.workspaceId, t.createdUtc.desc()),
    index('notification_delivery_webhook_idx').on(t.webhookId, t.status),
    index('notification_delivery_user_idx').on(t.userId, t.workspaceId, t.status),
  ],
)
