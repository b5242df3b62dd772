import { foreignKey, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'
import { job } from './jobs.ts'
import { appUser } from './users.ts'

export const inquiry = pgTable(
  'inquiry',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    jobId: uuid('job_id').notNull(),
    createdUtc: createdUtc(),
    /** The step that asks: a repeated step finds the inquiry it already made. */
    origin: text('origin').notNull(),
    subject: text('subject')
      .$type<'FlowOutConfirmDeployment' | 'ConfirmFlowIn' | 'MergeConflict' | 'DeviceCodeChallenge'>()
      .notNull(),
    prompt: jsonb('prompt').$type<Record<string, unknown>>().notNull(),
    status: text('status').$type<'Pending' | 'Answered' | 'Abandoned'>().notNull().default('Pending'),
    answerRequiredBeforeUtc: utc('answer_required_before_utc'),
    answer: jsonb('answer').$type<Record<string, unknown>>(),
    answeredUtc: utc('answered_utc'),
    answeredByUserId: uuid('answered_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('inquiry_origin_key').on(t.jobId, t.origin),
    index('inquiry_newest_idx').on(t.workspaceId, t.createdUtc.desc()),
    index('inquiry_pending_idx').on(t.workspaceId, t.status),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)
