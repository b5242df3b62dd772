import { boolean, foreignKey, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'
import { job } from './jobs.ts'
import { appUser } from './users.ts'

export const apexTestRun = pgTable(
  'apex_test_run',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    stackId: uuid('stack_id').notNull(),
    jobId: uuid('job_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    /** Salesforce's ids: of the deployment that ran the tests, or of the test run itself. */
    deploymentId: text('deployment_id'),
    testRunId: text('test_run_id'),
    status: text('status')
      .$type<'Queued' | 'Preparing' | 'Processing' | 'Aborted' | 'Completed' | 'Failed'>()
      .notNull(),
    methodsEnqueued: integer('methods_enqueued').notNull().default(0),
    methodsCompleted: integer('methods_completed').notNull().default(0),
    methodsPassed: integer('methods_passed').notNull().default(0),
    methodsFailed: integer('methods_failed').notNull().default(0),
    methodsSkipped: integer('methods_skipped').notNull().default(0),
    createdUtc: createdUtc(),
    startedUtc: utc('started_utc'),
    endedUtc: utc('ended_utc'),
    durationMilliseconds: integer('duration_milliseconds'),
    createdByUserId: uuid('created_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
  },
  (t) => [
    unique('apex_test_run_workspace_id_id_key').on(t.workspaceId, t.id),
    index('apex_test_run_newest_idx').on(t.workspaceId, t.createdUtc.desc()),
    index('apex_test_run_list_idx').on(t.workspaceId, t.stackId, t.createdUtc.desc()),
    index('apex_test_run_environment_idx').on(t.workspaceId, t.environmentId, t.createdUtc.desc()),
    index('apex_test_run_job_id_idx').on(t.jobId),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)

export const apexTestResult = pgTable(
  'apex_test_result',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    apexTestRunId: uuid('apex_test_run_id').notNull(),
    /** Null in results that an earlier release stored. */
    classId: text('class_id'),
    namespacePrefix: text('namespace_prefix'),
    className: text('class_name').notNull(),
    methodName: text('method_name').notNull(),
    outcome: text('outcome').$type<'Pass' | 'Fail' | 'CompileFail' | 'Skip'>().notNull(),
    message: text('message'),
    stackTrace: text('stack_trace'),
    durationMilliseconds: integer('duration_milliseconds'),
  },
  (t) => [
    index('apex_test_result_run_idx').on(t.apexTestRunId),
    foreignKey({
      columns: [t.workspaceId, t.apexTestRunId],
      foreignColumns: [apexTestRun.workspaceId, apexTestRun.id],
    }).onDelete('cascade'),
  ],
)

/** The lines of each class and trigger that the tests of the org reached when the run ended. */
export const apexTestCoverage = pgTable(
  'apex_test_coverage',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    apexTestRunId: uuid('apex_test_run_id').notNull(),
    name: text('name').notNull(),
    linesCovered: integer('lines_covered').notNull(),
    linesUncovered: integer('lines_uncovered').notNull(),
    isTrigger: boolean('is_trigger').notNull().default(false),
    /** Null in rows that an earlier release stored. */
    uncoveredLines: integer('uncovered_lines').array(),
  },
  (t) => [
    index('apex_test_coverage_run_idx').on(t.apexTestRunId),
    foreignKey({
      columns: [t.workspaceId, t.apexTestRunId],
      foreignColumns: [apexTestRun.workspaceId, apexTestRun.id],
    }).onDelete('cascade'),
  ],
)
