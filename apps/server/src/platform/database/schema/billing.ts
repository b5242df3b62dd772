import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { utc } from './columns.ts'
import { workspace } from './workspaces.ts'

/** Worker minutes of a workspace by billing period. They outlive the jobs that used them. */
export const workerMinutes = pgTable(
  'worker_minutes',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspace.id, { onDelete: 'cascade' }),
    periodStartsUtc: utc('period_starts_utc').notNull(),
    active: integer('active').notNull().default(0),
    passive: integer('passive').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.periodStartsUtc] })],
)
