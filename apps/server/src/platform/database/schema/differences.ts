import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, utc } from './columns.ts'
import { environment } from './environments.ts'
import { stack } from './stacks.ts'

/** `looking` is none of them: it is told from `org_begun_utc`, so that a process that dies leaves nobody looking for ever. */
export type SideState = 'unknown' | 'ready' | 'budgetSpent' | 'failed'

/** A commit as lists show it. */
export interface ListedCommit {
  hash: string
  subject: string
  authorName: string
  authoredUtc: string | null
}

/** What production has that the branch of a sandbox lacks. */
export interface Debt {
  commits: number
  components: number
  oldestUtc: string | null
}

/** What differs between the branch and the org of an environment, as it was found last. */
export const environmentDifference = pgTable(
  'environment_difference',
  {
    environmentId: uuid('environment_id').primaryKey(),
    workspaceId: uuid('workspace_id').notNull(),
    stackId: uuid('stack_id').notNull(),
    /** Counts the lists that were written. */
    revision: integer('revision').notNull().default(0),
    branchState: text('branch_state').$type<SideState>().notNull().default('unknown'),
    branchReason: text('branch_reason'),
    branchLookedUtc: utc('branch_looked_utc'),
    /** What the comparison was made from: the same again need not be made. */
    basis: text('basis'),
    sinceCommitHash: text('since_commit_hash'),
    headCommitHash: text('head_commit_hash'),
    commitsAhead: integer('commits_ahead'),
    /** The newest commits ahead. */
    commits: jsonb('commits').$type<ListedCommit[]>().notNull().default([]),
    /** Null for production, and where one of the two branches is not there. */
    debt: jsonb('debt').$type<Debt>(),
    orgState: text('org_state').$type<SideState>().notNull().default('unknown'),
    orgReason: text('org_reason'),
    orgLookedUtc: utc('org_looked_utc'),
    /** Somebody asked for a look, which has not begun yet. */
    orgAskedUtc: utc('org_asked_utc'),
    /** When the look that goes on now began. */
    orgBegunUtc: utc('org_begun_utc'),
    /** When the last look ended, however it ended. */
    orgEndedUtc: utc('org_ended_utc'),
    orgMethod: text('org_method').$type<'changeLog' | 'list'>(),
    orgId: text('org_id'),
    /** What the last look knew of the org, compressed. */
    orgMemory: bytes('org_memory'),
    /** The day in UTC that `calls` counts, `2026-01-31`. */
    callsDay: text('calls_day'),
    calls: integer('calls').notNull().default(0),
    toDeploy: integer('to_deploy'),
    leftOut: integer('left_out'),
    changedInOrg: integer('changed_in_org'),
    onBothSides: integer('on_both_sides'),
    conflicts: integer('conflicts'),
    /** The list of components, compressed. */
    components: bytes('components'),
    /** What both sides changed in the same way, compressed: no difference, but flows have it in their lists. */
    sameOnBothSides: bytes('same_on_both_sides'),
  },
  (t) => [
    index('environment_difference_org_id_idx').on(t.orgId),
    foreignKey({
      name: 'environment_difference_environment_fk',
      columns: [t.workspaceId, t.environmentId],
      foreignColumns: [environment.workspaceId, environment.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Files that the repository does not tell: `org` as the org has them otherwise than since the last flow, `expected` as it should
 * have them where a flow out left something out.
 */
export const differenceFile = pgTable(
  'difference_file',
  {
    workspaceId: uuid('workspace_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    side: text('side').$type<'org' | 'expected'>().notNull(),
    /** Below the metadata directory. */
    path: text('path').notNull(),
    /** Compressed; null where there is no such file. */
    content: bytes('content'),
  },
  (t) => [
    primaryKey({ columns: [t.environmentId, t.side, t.path] }),
    foreignKey({
      name: 'difference_file_environment_fk',
      columns: [t.workspaceId, t.environmentId],
      foreignColumns: [environment.workspaceId, environment.id],
    }).onDelete('cascade'),
  ],
)

/** When somebody looked at a stack the last time. */
export const stackWatch = pgTable(
  'stack_watch',
  {
    stackId: uuid('stack_id').primaryKey(),
    workspaceId: uuid('workspace_id').notNull(),
    watchedUtc: utc('watched_utc')
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    foreignKey({
      name: 'stack_watch_stack_fk',
      columns: [t.workspaceId, t.stackId],
      foreignColumns: [stack.workspaceId, stack.id],
    }).onDelete('cascade'),
  ],
)
