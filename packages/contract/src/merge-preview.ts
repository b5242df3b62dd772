import { z } from 'zod'
import { conflictResolution } from './conflict.ts'
import { entityId, utc } from './fields.ts'
import { limits } from './limits.ts'
import { mergeConflictsStrategy, semanticMergeStrategy } from './job-commands/strategies.ts'
import { shownLines } from './repository.ts'

const changeType = z.enum(['Added', 'Modified', 'Deleted'])
/** A boolean as a query parameter. */
const yesOrNo = z.enum(['true', 'false'])

/** The settings of a flow merge that influence its result, with the names of its template. The path of the call names the target. */
export const mergePreviewQuery = z.object({
  sourceEnvironmentId: entityId,
  mergeConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  semanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  noSourceIn: yesOrNo.default('false'),
  sourceInConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  sourceInSemanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  noTargetIn: yesOrNo.default('false'),
  targetInConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  targetInSemanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  noTargetOut: yesOrNo.default('false'),
})
export type MergePreviewQuery = z.output<typeof mergePreviewQuery>

/** The settings of a flow merge and one component of its prediction. */
export const mergedComponentQuery = mergePreviewQuery.extend({
  componentType: z.string().min(1).max(limits.componentType),
  componentName: z.string().min(1).max(limits.componentName),
  lines: shownLines.optional(),
})

/** One of the merges of a flow merge: the flow in of the source, the flow in of the target, or the merge of the two branches. */
export const predictedPart = z.enum(['SourceIn', 'TargetIn', 'Merge'])
export type PredictedPart = z.infer<typeof predictedPart>

const predictedConflict = z.object({
  part: predictedPart,
  /** The path in the repository. */
  path: z.string(),
  /** The component that the file holds; null where it holds none. */
  component: z.object({ componentType: z.string(), componentName: z.string() }).nullable(),
  /** Describes what conflicts inside the file; empty when the whole file does. */
  detail: z.string(),
  /** How a strategy resolves the conflict; null when people have to decide or the job ends. */
  resolvedAs: conflictResolution.nullable(),
})
export type PredictedConflict = z.infer<typeof predictedConflict>

/** The state of a branch and its org that the prediction starts from. */
const predictedSide = z.object({
  /** The head of the branch as it was last looked at. */
  commitHash: z.string(),
  /**
   * - `leftOut`: the settings leave the flow in out.
   * - `known`: the changes of the org are those of the last look.
   * - `unknown`: nobody has looked at the org yet; it is taken for unchanged.
   */
  flowIn: z.enum(['leftOut', 'known', 'unknown']),
  /** When the org was last looked at; null unless the flow in is `known`. */
  orgLookedAtUtc: utc.nullable(),
  /** How many components the flow in brings; null unless it is `known`. */
  orgChanges: z.number().int().nullable(),
})
export type PredictedSide = z.infer<typeof predictedSide>

/** A component that the merge changes in the branch of the target. */
const mergedComponent = z.object({
  componentType: z.string(),
  componentName: z.string(),
  changeType,
  /** Who last changed the component in the source, and when; null when unknown. */
  who: z.string().nullable(),
  changedUtc: utc.nullable(),
  /** Whether people have to decide a conflict in one of its files; the prediction shows the change of the source for it. */
  isUndecided: z.boolean(),
})
export type MergedComponent = z.infer<typeof mergedComponent>

/** A component that the flow out of the merge deploys. */
const mergeDeployment = z.object({
  componentType: z.string(),
  componentName: z.string(),
  changeType,
  who: z.string().nullable(),
  changedUtc: utc.nullable(),
  /** Whether an earlier flow out left the component out. */
  wasLeftOut: z.boolean(),
  /** Who left it out and when; null where nobody did. */
  leftOut: z.object({ byUserId: entityId.nullable(), utc: utc.nullable() }).nullable(),
  /** False when Salesforce never accepts such a change. */
  isDeployable: z.boolean(),
  /** The change of the component in the target's org since the last flow; null when there is none. */
  inOrg: z.object({ changeType, who: z.string().nullable(), changedUtc: utc.nullable() }).nullable(),
  /**
   * Whether the deployment overwrites that change: as a whole when the target's flow in is skipped, otherwise where both sides
   * conflict and the strategy prefers the other side.
   */
  overwritesOrg: z.boolean(),
  isUndecided: z.boolean(),
})
export type MergeDeployment = z.infer<typeof mergeDeployment>

/** The largest number of conflicts and of warnings in the lists; the counts include all. */
export const predictedDetails = 200

/**
 * What a flow merge into one target would do, from the last look at both environments. `unknown` says why nothing can be said.
 */
export const mergePreview = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unknown'), reason: z.string() }),
  z.object({
    state: z.literal('predicted'),
    /** Identifies what the prediction follows from: another one after every change of a branch, an org or the settings. */
    predictionId: z.string(),
    source: predictedSide,
    target: predictedSide,
    /** The number of commits of the source branch that the target branch lacks. */
    commits: z.number().int(),
    conflicts: z.array(predictedConflict),
    conflictCount: z.number().int(),
    /** The number of conflicts that people have to decide. */
    undecidedCount: z.number().int(),
    /** The reason why the job would end before the merge; null when it would not. */
    endsBecause: z.enum(['abort', 'noStrategy', 'semanticPrompt']).nullable(),
    /** References that the merge breaks, as the result of the job lists them. */
    warnings: z.array(z.object({ path: z.string(), message: z.string() })),
    warningCount: z.number().int(),
    merged: z.array(mergedComponent),
    /** Null when nothing is deployed, and when only the job can compare with the org. */
    deployed: z.array(mergeDeployment).nullable(),
  }),
])
export type MergePreview = z.infer<typeof mergePreview>
export type PredictedMerge = Extract<MergePreview, { state: 'predicted' }>
