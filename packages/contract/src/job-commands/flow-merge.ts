import { z } from 'zod'
import { excludedComponents } from '../component.ts'
import { entityId } from '../fields.ts'
import { environmentFilter } from './environment-filter.ts'
import { flowInResult, mergeResult } from './flow-in.ts'
import { flowOutResult } from './flow-out-result.ts'
import { mergePreviews, previewRevision } from './preview.ts'
import {
  clobberStrategy,
  diffMode,
  mergeConflictsStrategy,
  retrieveMode,
  semanticMergeStrategy,
  testLevel,
  warningsStrategy,
} from './strategies.ts'
import { testClassMissing, testNames } from './test-names.ts'

/** The message for a list of several sources. */
export const oneSourceMessage = 'Exactly one source environment must be selected'

const settings = {
  sourceEnvironmentId: z.uuid({
    error: ({ input }) =>
      Array.isArray(input) && input.length > 0 ? oneSourceMessage : 'A source environment must be selected',
  }),
  /** Retrieves, merges and validates, and changes neither branches nor environments nor the org. */
  checkOnly: z.boolean().default(false),
  /** Merges metadata too that has a newer API version than the target org. */
  allowUnsupportedApiVersions: z.boolean().default(false),
  /** Of the merge of the two branches: local is the branch of the target, remote that of the source. */
  mergeConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  semanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  noSourceIn: z.boolean().default(false),
  sourceInRetrieveMode: retrieveMode.default('Auto'),
  sourceInConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  sourceInSemanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  sourceInAcceptDeletions: z.boolean().default(false),
  noTargetIn: z.boolean().default(false),
  targetInRetrieveMode: retrieveMode.default('Auto'),
  targetInConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  targetInSemanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  targetInAcceptDeletions: z.boolean().default(false),
  noTargetOut: z.boolean().default(false),
  targetOutAllOrNothing: z.boolean().default(false),
  targetOutMaxNumberAttempts: z.number().int().min(1).max(1000).default(5),
  targetOutResetExclusions: z.boolean().default(false),
  targetOutNoConfirm: z.boolean().default(false),
  targetOutDiffMode: diffMode.default('Auto'),
  targetOutAcceptDeletions: z.boolean().default(false),
  targetOutIgnoreWarningsStrategy: warningsStrategy.default('Auto'),
  targetOutPurgeOnDeleteStrategy: warningsStrategy.default('Never'),
  targetOutClobberStrategy: clobberStrategy.default('Auto'),
  targetOutTestLevel: testLevel.default(null),
  targetOutTestClassesToRun: testNames('Test classes').default([]),
  targetOutExcludedComponents: excludedComponents,
  collectRetrievedMetadataArchives: z.boolean().default(false),
  collectDeploymentDeltaArchives: z.boolean().default(true),
}

/**
 * One source, a filter of targets, and the settings. That several targets are meant can be seen here only for a filter by
 * ids; `checkOnlyMergeProblem` is the same rule for resolved environments.
 */
export const flowMergeTemplate = z
  .strictObject({ targetEnvironmentFilter: environmentFilter, previews: mergePreviews, ...settings })
  .superRefine((value, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const { include } = value.targetEnvironmentFilter
    if (include.ids.includes(value.sourceEnvironmentId)) {
      issue('sourceEnvironmentId', sameEnvironmentMessage)
    }
    const problem = checkOnlyMergeProblem(value, include.all ? Infinity : include.ids.length)
    if (problem) issue('checkOnly', problem)
    if (value.targetOutTestLevel === 'RunSpecifiedTests' && value.targetOutTestClassesToRun.length === 0) {
      issue('targetOutTestClassesToRun', testClassMissing)
    }
  })
export type FlowMergeTemplate = z.output<typeof flowMergeTemplate>

export const sameEnvironmentMessage = 'The same environment cannot be both source and target'

/** What one job gets. */
export const flowMergeInput = z.object({ targetEnvironmentId: entityId, previewRevision, ...settings })
export type FlowMergeInput = z.output<typeof flowMergeInput>

/** A phase that did not run is null. */
export const flowMergeResult = z.object({
  isCheckOnly: z.boolean(),
  sourceInResult: flowInResult.nullable(),
  targetInResult: flowInResult.nullable(),
  /** The merge of the branch of the source into that of the target. */
  merge: z.object({
    sourceCommitHash: z.string(),
    targetCommitHash: z.string(),
    /** Equal to `targetCommitHash` where the target had everything of the source already. */
    commitHash: z.string(),
    /** Whether the branch of the target has it: not after a check and not after a failed deployment. */
    wasPushed: z.boolean(),
    /** Null where nothing had to be merged. */
    mergeResult: mergeResult.nullable(),
  }),
  targetOutResult: flowOutResult.nullable(),
})
export type FlowMergeResult = z.infer<typeof flowMergeResult>

/** The rule about check-only merges into several targets; null when it is kept. */
export function checkOnlyMergeProblem(
  value: { checkOnly: boolean; noSourceIn: boolean },
  targetCount: number,
): string | null {
  if (!value.checkOnly || value.noSourceIn || targetCount <= 1) return null
  return 'In a check-only flow merge, target must either be limited to a single environment, or the source flow in must be skipped'
}
