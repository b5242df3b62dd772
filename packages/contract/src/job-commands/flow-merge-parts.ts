import type { FlowInInput } from './flow-in.ts'
import type { FlowMergeInput } from './flow-merge.ts'
import type { FlowOutInput } from './flow-out.ts'

/** The part of a flow merge that brings what the org of the source has into its branch; null where it is left out. */
export function sourceInInput(input: FlowMergeInput): FlowInInput | null {
  if (input.noSourceIn) return null
  return {
    ...flowInOf(input),
    environmentId: input.sourceEnvironmentId,
    acceptDeletions: input.sourceInAcceptDeletions,
    mergeConflictsStrategy: input.sourceInConflictsStrategy,
    semanticMergeStrategy: input.sourceInSemanticMergeStrategy,
    retrieveMode: input.sourceInRetrieveMode,
  }
}

/** The same for the target. */
export function targetInInput(input: FlowMergeInput): FlowInInput | null {
  if (input.noTargetIn) return null
  return {
    ...flowInOf(input),
    environmentId: input.targetEnvironmentId,
    acceptDeletions: input.targetInAcceptDeletions,
    mergeConflictsStrategy: input.targetInConflictsStrategy,
    semanticMergeStrategy: input.targetInSemanticMergeStrategy,
    retrieveMode: input.targetInRetrieveMode,
  }
}

const flowInOf = ({ checkOnly, collectRetrievedMetadataArchives }: FlowMergeInput) => ({
  gitCommitMessage: null,
  checkOnly,
  force: false,
  noConfirm: false,
  previewRevision: null,
  collectRetrievedMetadataArchives,
})

/** The part that deploys the merged branch to the org of the target; null where it is left out. */
export function targetOutInput(input: FlowMergeInput): FlowOutInput | null {
  if (input.noTargetOut) return null
  return {
    environmentId: input.targetEnvironmentId,
    checkOnly: input.checkOnly,
    diffMode: input.targetOutDiffMode,
    acceptDeletions: input.targetOutAcceptDeletions,
    allOrNothing: input.targetOutAllOrNothing,
    maxNumberAttempts: input.targetOutMaxNumberAttempts,
    resetExclusions: input.targetOutResetExclusions,
    noConfirm: input.targetOutNoConfirm,
    ignoreWarningsStrategy: input.targetOutIgnoreWarningsStrategy,
    purgeOnDeleteStrategy: input.targetOutPurgeOnDeleteStrategy,
    clobberStrategy: input.targetOutClobberStrategy,
    testLevel: input.targetOutTestLevel,
    testClassesToRun: input.targetOutTestClassesToRun,
    collectDeploymentDeltaArchives: input.collectDeploymentDeltaArchives,
    excludedComponents: input.targetOutExcludedComponents,
    excludedWait: false,
    previewRevision: input.previewRevision,
    validatedJobId: null,
  }
}
