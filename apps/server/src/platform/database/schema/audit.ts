import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdUtc, id } from './columns.ts'

/** Append only: the server's roles hold no right to change or remove rows. Outlives what it speaks of, so no foreign keys. */
export const auditEvent = pgTable(
  'audit_event',
  {
    id: id(),
    createdUtc: createdUtc(),
    /** Null for events outside any workspace, such as sign-in. */
    workspaceId: uuid('workspace_id'),
    actorUserId: uuid('actor_user_id'),
    action: text('action').notNull(),
    subjectType: text('subject_type'),
    subjectId: text('subject_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    ipAddress: text('ip_address'),
    traceId: text('trace_id'),
  },
  (t) => [
    index('audit_event_workspace_idx').on(t.workspaceId, t.createdUtc.desc()),
    index('audit_event_actor_idx').on(t.actorUserId),
    index('audit_event_created_idx')
      .on(t.createdUtc.desc())
      .where(sql`workspace_id is null`),
  ],
)

/**
 * The place of each event in its chain. A trigger writes it at the commit; the server's roles may only read it.
 * The events of a workspace make one chain, those outside any workspace another one.
 */
export const auditLink = pgTable(
  'audit_link',
  {
    chainId: uuid('chain_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    eventId: uuid('event_id').notNull(),
    /** Covers the event, its place and the hash before it. */
    hash: bytes('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.sequence] }),
    uniqueIndex('audit_link_event_id_key').on(t.eventId),
  ],
)
