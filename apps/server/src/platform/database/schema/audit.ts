import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdUtc, id } from './columns.ts'

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
  ],
)
