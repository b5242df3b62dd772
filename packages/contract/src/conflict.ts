import { z } from 'zod'
import { entityId, utc } from './fields.ts'

/**
 * How a conflict file is settled. `Take` uses one side's whole file; `Prefer` uses one side where both changed the
 * same place and keeps every other change; `Manual` uses the edited target content.
 */
export const conflictResolution = z.enum(['TakeLocal', 'PreferLocal', 'Manual', 'PreferRemote', 'TakeRemote'])
export type ConflictResolution = z.infer<typeof conflictResolution>

/** Git's words for the state of a path; "us" is the local side, "them" the remote one. */
export const conflictFileStatus = z.enum([
  'NotUpdated',
  'UpdatedInIndex',
  'AddedToIndex',
  'DeletedFromIndex',
  'RenamedInIndex',
  'CopiedInIndex',
  'IndexAndWorkTreeMatches',
  'WorkTreeChangedSinceIndex',
  'DeletedInWorkTree',
  'UnmergedBothDeleted',
  'UnmergedAddedByUs',
  'UnmergedDeletedByThem',
  'UnmergedAddedByThem',
  'UnmergedDeletedByUs',
  'UnmergedBothAdded',
  'UnmergedBothModified',
  'Untracked',
  'Ignored',
])

export type ConflictFileStatus = z.infer<typeof conflictFileStatus>

/**
 * The versions of a conflict file. `Orig` is the merge with conflict markers, `Target` the result as it stands: it begins as
 * `Orig` and changes with each resolution. Both exist only where both sides have the file and it is text. `Remote` is not in the
 * specification.
 */
export const conflictFileVersion = z.enum(['Target', 'Local', 'Base', 'Orig', 'Remote'])
export type ConflictFileVersion = z.infer<typeof conflictFileVersion>

/** The merge that stopped: of a flow in, or of one part of a flow merge. */
export const mergeContext = z.enum([
  'FlowIn',
  'FlowMergeSourceIn',
  'FlowMergeTargetIn',
  'FlowMerge',
  'Normalization',
])
export type MergeContext = z.infer<typeof mergeContext>

const size = z.number().nullable()
const sideChange = z.enum(['Added', 'Modified', 'Deleted'])
export type SideChange = z.infer<typeof sideChange>

/** Somebody who changed a file since both sides had it alike, with the newest of these commits. */
const sideAuthor = z.object({ name: z.string(), commitHash: z.string(), committedUtc: utc })
export type SideAuthor = z.infer<typeof sideAuthor>

/**
 * How people settled the same in an earlier merge of the stack: all of the file, or some of its elements with the same content on
 * every side. It is offered and never used by itself. The earlier conflict goes with its job.
 */
const earlierResolution = z.object({
  jobId: entityId,
  conflictId: entityId,
  conflictFileId: entityId,
  resolvedAs: conflictResolution,
  resolvedByUserId: entityId.nullable(),
  resolvedUtc: utc.nullable(),
  /** The environment into whose branch was merged. */
  localEnvironmentId: entityId.nullable(),
  /** Whether all sides of the whole file are the same. */
  isSameFile: z.boolean(),
  /** How many conflicting elements of the file it settles. */
  elements: z.number(),
})
export type EarlierResolution = z.infer<typeof earlierResolution>

/**
 * A path that could not be merged by itself. A size is null when that version does not exist. `lastModifiedUtc` moves whenever the
 * target content may have changed: by a save, a resolution or a reset.
 */
export const conflictFile = z.object({
  id: entityId,
  conflictId: entityId,
  filePath: z.string(),
  status: conflictFileStatus,
  sizeBytesLocal: size,
  sizeBytesRemote: size,
  sizeBytesBase: size,
  sizeBytesTarget: size,
  sizeBytesOrig: size,
  isBinary: z.boolean(),
  lastModifiedByUserId: entityId.nullable(),
  lastModifiedUtc: utc.nullable(),
  resolvedAs: conflictResolution.nullable(),
  resolvedByUserId: entityId.nullable(),
  resolvedUtc: utc.nullable(),
  localChange: sideChange,
  remoteChange: sideChange,
  bothFilesExist: z.boolean(),
  /** The last ones to change the file on either side, the newest first. */
  localAuthors: z.array(sideAuthor),
  remoteAuthors: z.array(sideAuthor),
  earlier: earlierResolution.nullable(),
})
export type ConflictFile = z.infer<typeof conflictFile>

/** A merge that needs people; `pushConflicts` carries its files. */
export const conflict = z.object({
  id: entityId,
  workspaceId: entityId,
  jobId: entityId,
  createdUtc: utc,
  title: z.string(),
  mergeContext,
  remoteEnvironmentId: entityId.nullable(),
  localEnvironmentId: entityId.nullable(),
  files: z.array(conflictFile),
})
export type Conflict = z.infer<typeof conflict>
