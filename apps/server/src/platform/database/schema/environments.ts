import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'
import { type ApiVersionMode, stack } from './stacks.ts'
import { appUser } from './users.ts'

export const environment = pgTable(
  'environment',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    stackId: uuid('stack_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    createdUtc: createdUtc(),
    createdByUserId: uuid('created_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    isProduction: boolean('is_production').notNull(),
    isInitialized: boolean('is_initialized').notNull().default(false),
    gitBranchName: text('git_branch_name').notNull(),
    sfdcSandboxName: text('sfdc_sandbox_name'),
    sfdcSignInUrl: text('sfdc_sign_in_url'),
    sfdcUsername: text('sfdc_username'),
    sfdcPasswordSealed: text('sfdc_password_sealed'),
    /** Tokens of the browser authorization: instance address, access and refresh token as JSON. */
    sfdcTokenSealed: text('sfdc_token_sealed'),
    sfdcApiVersionMode: text('sfdc_api_version_mode').$type<ApiVersionMode>(),
    latestKnownParityCommitHash: text('latest_known_parity_commit_hash'),
    latestKnownParityCommitHashOutbound: text('latest_known_parity_commit_hash_outbound'),
    latestKnownParityRevisionNumber: bigint('latest_known_parity_revision_number', { mode: 'number' }),
    latestKnownParityIncludeSpecsHash: text('latest_known_parity_include_specs_hash'),
    latestExternalDeploymentIdOnLastFullRetrieve: text('latest_external_deployment_id_on_last_full_retrieve'),
    latestExternalDeploymentCheckedUtc: utc('latest_external_deployment_checked_utc'),
    componentStateRevisionId: uuid('component_state_revision_id'),
    /** Set when a deploy could not be told done from not done; the next flow in retrieves everything. */
    needsFullRetrieve: boolean('needs_full_retrieve').notNull().default(false),
    lastSnapshotNumber: integer('last_snapshot_number').notNull().default(0),
  },
  (t) => [
    unique('environment_workspace_id_id_key').on(t.workspaceId, t.id),
    uniqueIndex('environment_slug_key').on(t.stackId, t.slug),
    uniqueIndex('environment_name_key').on(t.stackId, sql`lower(${t.name})`),
    uniqueIndex('environment_git_branch_name_key').on(t.stackId, t.gitBranchName),
    uniqueIndex('environment_production_key')
      .on(t.stackId)
      .where(sql`is_production`),
    foreignKey({
      columns: [t.workspaceId, t.stackId],
      foreignColumns: [stack.workspaceId, stack.id],
    }).onDelete('cascade'),
  ],
)

export const environmentTag = pgTable(
  'environment_tag',
  {
    workspaceId: uuid('workspace_id').notNull(),
    environmentId: uuid('environment_id').notNull(),
    name: text('name').notNull(),
    /** Names and values keep their writing and are compared without regard to case. */
    nameKey: text('name_key')
      .notNull()
      .generatedAlwaysAs(sql`lower(name)`),
    value: text('value'),
  },
  (t) => [
    primaryKey({ columns: [t.environmentId, t.nameKey] }),
    foreignKey({
      columns: [t.workspaceId, t.environmentId],
      foreignColumns: [environment.workspaceId, environment.id],
    }).onDelete('cascade'),
  ],
)
