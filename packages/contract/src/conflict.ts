import { z } from 'zod'
import { entityId, utc } from './fields.ts'

/**
 * How a conflict file is settled. `Take` uses one side's whole file; `Prefer` uses one side where both changed the
 * same place and keeps every other change; `Manual` uses the edited target content.
 */
export const conflictResolution = z.enum(['TakeLocal', 'PreferLocal', 'Manual', 'PreferRemote', 'TakeRemote'])
export type ConflictResolution = z.infer<typeof conflictResolution>

/** Git's words for the state of a path. */
const conflictFileStatus = z.enum([
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

const size = z.number().nullable()
const sideChange = z.enum(['Added', 'Modified', 'Deleted'])

/** A path that could not be merged by itself. A size is null when that version does not exist. */
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
})
export type ConflictFile = z.infer<typeof conflictFile>

/** A merge that needs people; `pushConflicts` carries its files. None is made yet: `pushConflicts` is always empty. */
export const conflict = z.object({
  id: entityId,
  workspaceId: entityId,
  jobId: entityId,
  createdUtc: utc,
  title: z.string(),
  /** The merge that stopped: of a flow in, or of one part of a flow merge. */
  mergeContext: z.enum(['FlowIn', 'FlowMergeSourceIn', 'FlowMergeTargetIn', 'FlowMerge', 'Normalization']),
  remoteEnvironmentId: entityId.nullable(),
  localEnvironmentId: entityId.nullable(),
  files: z.array(conflictFile),
})
export type Conflict = z.infer<typeof conflict>
