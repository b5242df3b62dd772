import { z } from 'zod'
import { changeType, componentIdentity } from '../component.ts'
import { conflictResolution } from '../conflict.ts'
import { entityId, optionalText } from '../fields.ts'
import { limits } from '../limits.ts'
import { environmentFilter } from './environment-filter.ts'
import { previewRevision, previews } from './preview.ts'
import { mergeConflictsStrategy, retrieveMode, semanticMergeStrategy } from './strategies.ts'

const settings = {
  /** Null lets the product write one; the same message stands on every commit of the flow. */
  gitCommitMessage: optionalText('Commit message', limits.commitMessage).default(null),
  /** Shows what would happen and changes neither repository nor environment. */
  checkOnly: z.boolean().default(false),
  /** Makes the branch equal the org: work that is only in Git is undone by a commit, undeployed components too. */
  force: z.boolean().default(false),
  /** Consents to deletions that a flow in otherwise refuses or leaves out: very many, most of a type, a whole folder. */
  acceptDeletions: z.boolean().default(false),
  mergeConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  semanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  /** Auto retrieves what has changed since the last flow in where it can tell that, and everything where it cannot. */
  retrieveMode: retrieveMode.default('Auto'),
  /** Throws away what `force` throws away without asking, because nobody may be there to answer. */
  noConfirm: z.boolean().default(false),
  collectRetrievedMetadataArchives: z.boolean().default(false),
}

export const forceMatches = (value: { force: boolean; retrieveMode: string }) =>
  !(value.force && value.retrieveMode === 'Partial')
export const forceMessage = {
  path: ['force'],
  message: 'Force cannot be combined with partial retrieve mode',
}

/** What is submitted: a filter and the settings. */
export const flowInTemplate = z
  .strictObject({ environmentFilter, previews, ...settings })
  .refine(forceMatches, forceMessage)
export type FlowInTemplate = z.output<typeof flowInTemplate>

/** What one job gets. */
export const flowInInput = z.object({ environmentId: entityId, previewRevision, ...settings })
export type FlowInInput = z.output<typeof flowInInput>

/** One component that the org reported as changed. Revision numbers exist only with source tracking. */
const retrievedChange = componentIdentity.extend({
  changeType,
  changedById: z.string().nullable(),
  revisionNumber: z.number().nullable(),
})

/** Why a flow in retrieved everything. */
export const fullRetrieveReason = z.enum([
  /** The job has the retrieve mode Full. */
  'asked',
  'force',
  /** No flow in of this org has remembered its components. */
  'nothingKnown',
  /** It is unknown whether a deployment happened. */
  'uncertain',
  'includeSpecsChanged',
  /** Release of the product, API version, Salesforce user or a setting of the stack. */
  'rulesChanged',
  /** A change set was deployed to the org since the last full retrieve. */
  'changeSetDeployed',
  /** The change log of the sandbox is shorter than it was: it was refreshed, or its tracking was switched off. */
  'changeLogRestarted',
  /** The last full retrieve is more than a week ago. */
  'tooLongAgo',
  /** Each component has changed, or may have. */
  'nothingUnchanged',
])
export type FullRetrieveReason = z.infer<typeof fullRetrieveReason>

/**
 * What was read from the org. A partial retrieve left out the components that have not changed since the last flow in; the whole
 * list of the org was read all the same. The revision numbers are those of the org's change log, which only
 * sandboxes keep: `latestRevisionNumber` is the highest at the moment of the retrieve.
 */
export const retrieveResult = z.object({
  changes: z.array(retrievedChange),
  isPartialRetrieve: z.boolean(),
  /** How many components were left out because they have not changed. */
  componentsUnchanged: z.number().default(0),
  /** Null for a partial retrieve, and in results of earlier releases. */
  fullRetrieveReason: fullRetrieveReason.nullable().default(null),
  sinceRevisionNumber: z.number().nullable(),
  untilRevisionNumber: z.number().nullable(),
  latestRevisionNumber: z.number().nullable(),
  apiVersion: z.string(),
})

export const committedFile = z.object({
  filePath: z.string(),
  changeType,
  commitHash: z.string(),
  authorName: z.string(),
  authorEmail: z.string(),
  componentIdentity: componentIdentity.nullable(),
})

/**
 * What the merge of the org's changes into the branch decided. The counts are totals; the lists hold the first
 * `limits.mergeDetails` entries. Local is the branch, remote is the org. A warning is about what does not fit together
 * after the merge, in a file or between files, and ends no job.
 */
export const mergeResult = z.object({
  filesChangedByBoth: z.number(),
  conflictCount: z.number(),
  resolvedConflicts: z.array(z.object({ filePath: z.string(), resolvedAs: conflictResolution })),
  warningCount: z.number(),
  warnings: z.array(z.object({ filePath: z.string(), message: z.string() })),
})
export type MergeResult = z.infer<typeof mergeResult>

/** `totalTime` is in milliseconds. */
const flowInStats = z.object({
  retrieval: z.object({
    packages: z.number(),
    batches: z.number(),
    components: z.number(),
    bytes: z.number(),
    totalTime: z.number(),
  }),
  in: z.object({ commitBranches: z.number(), commits: z.number(), filesCommitted: z.number() }),
})

/** The output of a flow in. In a check-only flow the hashes after are what would have been pushed. */
export const flowInResult = z.object({
  isCheckOnly: z.boolean(),
  headCommitHashBefore: z.string().nullable(),
  headCommitHashAfter: z.string().nullable(),
  environmentSnapshotAfter: z.object({ number: z.number(), title: z.string() }).nullable(),
  retrieveResult,
  combinedGitCommitResult: z.object({ fileResults: z.array(committedFile) }),
  /** Null when the branch had nothing to merge with, and in results of earlier releases. */
  mergeResult: mergeResult.nullable().default(null),
  stats: flowInStats,
})
export type FlowInResult = z.infer<typeof flowInResult>
