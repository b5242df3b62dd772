import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { ScheduleProblem } from '@sluice/contract/schedule'
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'
import { stack } from './stacks.ts'
import { appUser } from './users.ts'

export const schedule = pgTable(
  'schedule',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    stackId: uuid('stack_id').notNull(),
    createdUtc: createdUtc(),
    createdByUserId: uuid('created_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    runAsUserId: uuid('run_as_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    description: text('description'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    jobCommandName: text('job_command_name').$type<JobCommandName>().notNull(),
    jobTemplate: jsonb('job_template').$type<Record<string, unknown>>().notNull(),
    recurrence: text('recurrence').notNull(),
    nextOccurrenceUtc: utc('next_occurrence_utc'),
    /** The occurrence that was decided last, with or without jobs. No earlier one is ever decided again. */
    lastOccurrenceUtc: utc('last_occurrence_utc'),
    lastExecutedUtc: utc('last_executed_utc'),
    problems: jsonb('problems').$type<ScheduleProblem[]>().notNull().default([]),
  },
  (t) => [
    unique('schedule_workspace_id_id_key').on(t.workspaceId, t.id),
    index('schedule_due_idx')
      .on(t.nextOccurrenceUtc)
      .where(sql`is_enabled`),
    index('schedule_stack_id_idx').on(t.stackId),
    foreignKey({
      columns: [t.workspaceId, t.stackId],
      foreignColumns: [stack.workspaceId, stack.id],
    }).onDelete('cascade'),
  ],
)
