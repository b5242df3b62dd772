import { z } from 'zod'
import { conflictResolution } from './conflict.ts'
import { entityId, utc } from './fields.ts'
import { mergeConflictsStrategy, semanticMergeStrategy } from './job-commands/strategies.ts'

const changeType = z.enum(['Added', 'Modified', 'Deleted'])
/** Query values are texts. */
const yesOrNo = z.enum(['true', 'false'])

/** The settings of a flow merge that decide what it merges; the target stands in the address. Named as in its template. */
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

/** A merge of a flow merge: the flow in of the source, that of the target, or the merge of the two branches. */
export const predictedPart = z.enum(['SourceIn', 'TargetIn', 'Merge'])
export type PredictedPart = z.infer<typeof predictedPart>

const predictedConflict = z.object({
  part: predictedPart,
  /** In the repository. */
  path: z.string(),
  /** The component that the file holds; null where it holds none. */
  component: z.object({ componentType: z.string(), componentName: z.string() }).nullable(),
  /** What conflicts inside the file, in words; empty where the file as a whole does. */
  detail: z.string(),
  /** How the strategy settles it; null where people have to, or nobody does. */
  resolvedAs: conflictResolution.nullable(),
})
export type PredictedConflict = z.infer<typeof predictedConflict>

/** What the branch of an environment is taken for. */
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
  /** Who changed it last in the source, and when; null where nothing tells. */
  who: z.string().nullable(),
  changedUtc: utc.nullable(),
  /** Whether one of its files is in a conflict that people have to decide: its change is that of the source until then. */
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
  /** False where Salesforce never takes such a change. */
  isDeployable: z.boolean(),
  /** What changed of it in the target's org since the last flow; null where nothing did. */
  inOrg: z.object({ changeType, who: z.string().nullable(), changedUtc: utc.nullable() }).nullable(),
  /**
   * Whether it is deployed over what changed in the org: all of it where the target's flow in is left out, else where both collide
   * and the strategy prefers the other side.
   */
  overwritesOrg: z.boolean(),
  isUndecided: z.boolean(),
})
export type MergeDeployment = z.infer<typeof mergeDeployment>

/** So many conflicts and warnings are listed; the counts are of all of them. */
export const predictedDetails = 200

/**
 * What a flow merge into one target would do, from the last look at both environments. `unknown` says why nothing can be said.
 */
export const mergePreview = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unknown'), reason: z.string() }),
  z.object({
    state: z.literal('predicted'),
    source: predictedSide,
    target: predictedSide,
    /** Commits of the source's branch that the target's lacks. */
    commits: z.number().int(),
    conflicts: z.array(predictedConflict),
    conflictCount: z.number().int(),
    /** How many of them people have to decide. */
    undecidedCount: z.number().int(),
    /** Why the job would end before it has merged; null where it does not. */
    endsBecause: z.enum(['abort', 'noStrategy', 'semanticPrompt']).nullable(),
    /** References that the merge breaks, as the result of the job lists them. */
    warnings: z.array(z.object({ path: z.string(), message: z.string() })),
    warningCount: z.number().int(),
    merged: z.array(mergedComponent),
    /** Null where nothing is deployed, and where only the job can compare with the org. */
    deployed: z.array(mergeDeployment).nullable(),
  }),
])
export type MergePreview = z.infer<typeof mergePreview>
export type PredictedMerge = Extract<MergePreview, { state: 'predicted' }>
