import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'
import { appUser } from './users.ts'
import { workspace } from './workspaces.ts'

export type ApiVersionMode = 'Baseline' | 'Latest'
export type MetadataLayout = 'Source' | 'Metadata' | 'Packages'

/** Columns that end in `_sealed` hold envelopes of `platform/secrets`, bound to table, column and row. */
export const stack = pgTable(
  'stack',
  {
    id: id(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspace.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    createdUtc: createdUtc(),
    createdByUserId: uuid('created_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    isInitialized: boolean('is_initialized').notNull().default(false),
    /** The stack's data key, wrapped by the master key. */
    dataKeyWrapped: text('data_key_wrapped'),
    gitRepositoryIsManaged: boolean('git_repository_is_managed').notNull(),
    /** Managed, and kept by GitHub instead of the built-in host. */
    gitRepositoryIsOnGitHub: boolean('git_repository_is_on_github').notNull().default(false),
    /** Empty until GitHub has made the repository. */
    gitRepositoryUrl: text('git_repository_url').notNull(),
    /** When a person first read the repository with Git, where the built-in host keeps it. */
    repositoryFirstReadUtc: utc('repository_first_read_utc'),
    gitUsername: text('git_username'),
    gitPasswordSealed: text('git_password_sealed'),
    metadataDirectoryRelativePath: text('metadata_directory_relative_path').notNull(),
    /** How the branches keep metadata, as it was found at the initialization; null before it. */
    metadataLayout: text('metadata_layout').$type<MetadataLayout>(),
    ensureMetadataIsPortable: boolean('ensure_metadata_is_portable').notNull().default(false),
    sfdcBaseSignInUrl: text('sfdc_base_sign_in_url').notNull(),
    sfdcBaseUsername: text('sfdc_base_username'),
    sfdcPasswordSealed: text('sfdc_password_sealed'),
    /** Tokens of the browser authorization with the production org: instance address, access and refresh token as JSON. */
    sfdcTokenSealed: text('sfdc_token_sealed'),
    /** Client id of the app in the org when the stack has one of its own; secret and private key belong to it. */
    sfdcClientId: text('sfdc_client_id'),
    sfdcClientSecretSealed: text('sfdc_client_secret_sealed'),
    sfdcPrivateKeySealed: text('sfdc_private_key_sealed'),
    sfdcApiVersionMode: text('sfdc_api_version_mode').$type<ApiVersionMode>().notNull(),
    sfdcApiVersionBaseline: doublePrecision('sfdc_api_version_baseline'),
  },
  (t) => [
    unique('stack_workspace_id_id_key').on(t.workspaceId, t.id),
    uniqueIndex('stack_slug_key').on(t.workspaceId, t.slug),
    uniqueIndex('stack_name_key').on(t.workspaceId, sql`lower(${t.name})`),
  ],
)

/** A repository that was made for a stack: a bare one of the built-in Git host, or one of GitHub. */
export const managedRepository = pgTable(
  'managed_repository',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    stackId: uuid('stack_id').notNull(),
    createdUtc: createdUtc(),
    name: text('name').notNull(),
    /** Of the built-in host, relative to the data folder's `repositories`. */
    folder: text('folder'),
    /** Of GitHub: the address of the organization. */
    gitHubUrl: text('github_url'),
    /** Of GitHub: the id of the repository; null until it is made. Until then `name` is the wanted one. */
    gitHubId: text('github_id'),
    defaultBranch: text('default_branch').notNull().default('main'),
  },
  (t) => [
    uniqueIndex('managed_repository_name_key')
      .on(sql`lower(${t.name})`)
      .where(sql`folder is not null`),
    uniqueIndex('managed_repository_github_id_key').on(t.gitHubUrl, t.gitHubId),
    uniqueIndex('managed_repository_stack_id_key').on(t.stackId),
    foreignKey({
      columns: [t.workspaceId, t.stackId],
      foreignColumns: [stack.workspaceId, stack.id],
    }).onDelete('cascade'),
  ],
)

export const repositoryCollaborator = pgTable(
  'repository_collaborator',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    stackId: uuid('stack_id').notNull(),
    createdUtc: createdUtc(),
    username: text('username').notNull(),
    userId: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    isReadOnly: boolean('is_read_only').notNull().default(false),
    status: text('status').$type<'Active' | 'InvitationPending' | 'InvitationExpired'>().notNull(),
    invitationExpiresUtc: utc('invitation_expires_utc'),
  },
  (t) => [
    uniqueIndex('repository_collaborator_username_key').on(t.stackId, sql`lower(${t.username})`),
    foreignKey({
      columns: [t.workspaceId, t.stackId],
      foreignColumns: [stack.workspaceId, stack.id],
    }).onDelete('cascade'),
  ],
)

/** What opens the built-in Git host: of a user, of a collaborator, or of one job (dead when the job ends). */
export const repositoryCredential = pgTable(
  'repository_credential',
  {
    id: id(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspace.id, { onDelete: 'cascade' }),
    /** Null: every repository of the workspace that the user may see. */
    repositoryId: uuid('repository_id').references(() => managedRepository.id, { onDelete: 'cascade' }),
    createdUtc: createdUtc(),
    username: text('username').notNull(),
    tokenHash: text('token_hash').notNull(),
    userId: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    collaboratorId: uuid('collaborator_id').references(() => repositoryCollaborator.id, {
      onDelete: 'cascade',
    }),
    jobId: uuid('job_id'),
    isReadOnly: boolean('is_read_only').notNull().default(false),
    expiresUtc: utc('expires_utc'),
    revokedUtc: utc('revoked_utc'),
    lastUsedUtc: utc('last_used_utc'),
  },
  (t) => [
    uniqueIndex('repository_credential_token_hash_key').on(t.tokenHash),
    index('repository_credential_job_id_idx').on(t.jobId),
  ],
)
