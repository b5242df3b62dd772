import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, createdUtc, id, utc } from './columns.ts'
import { environment } from './environments.ts'
import { appUser } from './users.ts'

export interface ComponentProblem {
  type: 'Error' | 'Warning' | 'Info'
  description: string
  archiveFilePath: string | null
  line: number | null
  column: number | null
  /** Of a profile: the entry that the problem is about alone; the rest of the profile is in the org. */
  entry?: string
}

/**
 * One complete set of undeployed components of an environment. A new set is written whole and then
 * `environment.component_state_revision_id` is swapped to it; snapshots may keep pointing at an old one.
 * The counts spare the screens a `count(*)` over many rows.
 */
export const componentStateRevision = pgTable(
  'component_state_revision',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    createdUtc: createdUtc(),
    jobId: uuid('job_id'),
    componentCount: integer('component_count').notNull().default(0),
    componentWithErrorsCount: integer('component_with_errors_count').notNull().default(0),
  },
  (t) => [
    unique('component_state_revision_workspace_id_id_key').on(t.workspaceId, t.id),
    index('component_state_revision_environment_id_idx').on(t.environmentId),
    foreignKey({
      columns: [t.workspaceId, t.environmentId],
      foreignColumns: [environment.workspaceId, environment.id],
    }).onDelete('cascade'),
  ],
)

/** An undeployed component. */
export const componentFailure = pgTable(
  'component_failure',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    revisionId: uuid('revision_id').notNull(),
    createdUtc: createdUtc(),
    changeType: text('change_type').$type<'None' | 'Added' | 'Modified' | 'Deleted'>().notNull(),
    packageName: text('package_name').notNull(),
    componentType: text('component_type').notNull(),
    componentName: text('component_name').notNull(),
    componentId: text('component_id'),
    reason: text('reason')
      .$type<
        | 'ComponentIsNotDeployable'
        | 'ComponentTypeIsSilentDeleteFailure'
        | 'DeploymentProblems'
        | 'LeftOut'
        | 'OfferedAgain'
      >()
      .notNull(),
    /** Of what a person left out: who, and when. */
    leftOutByUserId: uuid('left_out_by_user_id'),
    leftOutUtc: utc('left_out_utc'),
    failingSinceUtc: utc('failing_since_utc').notNull(),
    failingSinceCommitHash: text('failing_since_commit_hash'),
    /** The last commit at which the component was in the org; null when the org never had it. */
    baselineCommitHash: text('baseline_commit_hash'),
    problems: jsonb('problems').$type<ComponentProblem[]>().notNull().default([]),
  },
  (t) => [
    uniqueIndex('component_failure_component_key').on(
      t.revisionId,
      t.packageName,
      t.componentType,
      t.componentName,
    ),
    index('component_failure_page_idx').on(t.environmentId, t.revisionId, t.failingSinceUtc),
    foreignKey({
      columns: [t.workspaceId, t.revisionId],
      foreignColumns: [componentStateRevision.workspaceId, componentStateRevision.id],
    }).onDelete('cascade'),
  ],
)

/** Numbered without gaps per environment: the number is taken under the environment's row lock. */
export const environmentSnapshot = pgTable(
  'environment_snapshot',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    createdUtc: createdUtc(),
    createdByUserId: uuid('created_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    jobId: uuid('job_id'),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    gitBranchName: text('git_branch_name').notNull(),
    environmentLatestKnownParityCommitHash: text('environment_latest_known_parity_commit_hash'),
    environmentHeadCommitHash: text('environment_head_commit_hash'),
    /** Everything of the environment that a roll-back restores. */
    parity: jsonb('parity').$type<Record<string, string | number | null>>().notNull().default({}),
  },
  (t) => [
    uniqueIndex('environment_snapshot_number_key').on(t.environmentId, t.number),
    index('environment_snapshot_newest_idx').on(t.workspaceId, t.createdUtc.desc()),
    foreignKey({
      columns: [t.workspaceId, t.environmentId],
      foreignColumns: [environment.workspaceId, environment.id],
    }).onDelete('cascade'),
  ],
)

/** What the last flow in knew of the components of an org, so that the next one retrieves only what has changed. */
export const environmentKnownComponents = pgTable(
  'environment_known_components',
  {
    environmentId: uuid('environment_id').primaryKey(),
    workspaceId: uuid('workspace_id').notNull(),
    orgId: text('org_id').notNull(),
    includeSpecsHash: text('include_specs_hash').notNull(),
    /** Everything else that decides what the files of the org become. */
    rules: text('rules').notNull(),
    lastFullUtc: utc('last_full_utc').notNull(),
    /** How far the change log of the org reached before the flow retrieved anything; null where the org keeps none. */
    revisionNumber: integer('revision_number'),
    /** The list of components, compressed. */
    content: bytes('content').notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.workspaceId, t.environmentId],
      foreignColumns: [environment.workspaceId, environment.id],
    }).onDelete('cascade'),
  ],
)

/** What the org said about itself when it was last asked. */
export const salesforceOrgInfo = pgTable(
  'salesforce_org_info',
  {
    environmentId: uuid('environment_id').primaryKey(),
    workspaceId: uuid('workspace_id').notNull(),
    stackId: uuid('stack_id').notNull(),
    orgId: text('org_id').notNull(),
    instanceName: text('instance_name'),
    name: text('name').notNull(),
    namespacePrefix: text('namespace_prefix'),
    organizationType: text('organization_type').notNull(),
    isSandbox: boolean('is_sandbox').notNull(),
    platformVersion: text('platform_version').notNull(),
    supportedApiVersions: text('supported_api_versions')
      .array()
      .notNull()
      .default(sql`'{}'`),
    insertedUtc: utc('inserted_utc').notNull().defaultNow(),
    lastFetchedUtc: utc('last_fetched_utc').notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      columns: [t.workspaceId, t.environmentId],
      foreignColumns: [environment.workspaceId, environment.id],
    }).onDelete('cascade'),
  ],
)
