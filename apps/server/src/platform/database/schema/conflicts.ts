import type { EarlierResolution, SideAuthor } from '@sluice/contract/conflict'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdUtc, id, utc } from './columns.ts'
import { job } from './jobs.ts'
import { appUser } from './users.ts'

export type ConflictChange = 'None' | 'Added' | 'Modified' | 'Deleted'
/** Those of the contract, and what preferring a side gives: worked out once, so that a resolution only chooses. */
export type ConflictFileVersionName =
  | 'Base'
  | 'Local'
  | 'Remote'
  | 'Target'
  | 'Orig'
  | 'PreferLocal'
  | 'PreferRemote'

export const conflict = pgTable(
  'conflict',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    jobId: uuid('job_id').notNull(),
    createdUtc: createdUtc(),
    /** The step that found it: a repeated step finds the conflict it already stored. */
    origin: text('origin').notNull(),
    title: text('title').notNull(),
    mergeContext: text('merge_context')
      .$type<'FlowIn' | 'FlowMergeSourceIn' | 'FlowMergeTargetIn' | 'FlowMerge' | 'Normalization'>()
      .notNull(),
    remoteEnvironmentId: uuid('remote_environment_id'),
    localEnvironmentId: uuid('local_environment_id'),
    baseCommitHash: text('base_commit_hash'),
    localCommitHash: text('local_commit_hash'),
    remoteCommitHash: text('remote_commit_hash'),
  },
  (t) => [
    unique('conflict_workspace_id_id_key').on(t.workspaceId, t.id),
    uniqueIndex('conflict_origin_key').on(t.jobId, t.origin),
    index('conflict_newest_idx').on(t.workspaceId, t.createdUtc.desc()),
    foreignKey({ columns: [t.workspaceId, t.jobId], foreignColumns: [job.workspaceId, job.id] }).onDelete(
      'cascade',
    ),
  ],
)

export const conflictFile = pgTable(
  'conflict_file',
  {
    id: id(),
    workspaceId: uuid('workspace_id').notNull(),
    conflictId: uuid('conflict_id').notNull(),
    filePath: text('file_path').notNull(),
    status: text('status').$type<'Unresolved' | 'Resolved'>().notNull().default('Unresolved'),
    isBinary: boolean('is_binary').notNull().default(false),
    localChange: text('local_change').$type<ConflictChange>().notNull(),
    remoteChange: text('remote_change').$type<ConflictChange>().notNull(),
    bothFilesExist: boolean('both_files_exist').notNull(),
    resolvedAs: text('resolved_as'),
    resolvedByUserId: uuid('resolved_by_user_id').references(() => appUser.id, { onDelete: 'set null' }),
    resolvedUtc: utc('resolved_utc'),
    lastModifiedByUserId: uuid('last_modified_by_user_id').references(() => appUser.id, {
      onDelete: 'set null',
    }),
    lastModifiedUtc: utc('last_modified_utc'),
    localAuthors: jsonb('local_authors').$type<readonly SideAuthor[]>().notNull().default([]),
    remoteAuthors: jsonb('remote_authors').$type<readonly SideAuthor[]>().notNull().default([]),
    earlier: jsonb('earlier').$type<EarlierResolution>(),
    /** Positions of the conflict regions, made by the merge. */
    regions: jsonb('regions').$type<unknown[]>().notNull().default([]),
  },
  (t) => [
    unique('conflict_file_workspace_id_id_key').on(t.workspaceId, t.id),
    uniqueIndex('conflict_file_path_key').on(t.conflictId, t.filePath),
    index('conflict_file_status_idx').on(t.conflictId, t.status),
    foreignKey({
      columns: [t.workspaceId, t.conflictId],
      foreignColumns: [conflict.workspaceId, conflict.id],
    }).onDelete('cascade'),
  ],
)

/** The contents lie in the artifact store; versions of equal content may share a file. */
export const conflictFileVersion = pgTable(
  'conflict_file_version',
  {
    workspaceId: uuid('workspace_id').notNull(),
    conflictFileId: uuid('conflict_file_id').notNull(),
    version: text('version').$type<ConflictFileVersionName>().notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    fileKey: text('file_key').notNull(),
    mode: text('mode').$type<'100644' | '100755'>().notNull().default('100644'),
  },
  (t) => [
    primaryKey({ columns: [t.conflictFileId, t.version] }),
    foreignKey({
      columns: [t.workspaceId, t.conflictFileId],
      foreignColumns: [conflictFile.workspaceId, conflictFile.id],
    }).onDelete('cascade'),
  ],
)
