import { z } from 'zod'
import { entityId } from '../fields.ts'
import { environmentFilter } from './environment-filter.ts'
import { flowInResult } from './flow-in.ts'
import { flowOutResult } from './flow-out-result.ts'
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

const settings = {
  sourceEnvironmentId: z.uuid('A source environment must be selected'),
  checkOnly: z.boolean().default(false),
  allowUnsupportedApiVersions: z.boolean().default(false),
  mergeConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  semanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  noSourceIn: z.boolean().default(false),
  sourceInRetrieveMode: retrieveMode.default('Auto'),
  sourceInConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  sourceInSemanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  noTargetIn: z.boolean().default(false),
  targetInRetrieveMode: retrieveMode.default('Auto'),
  targetInConflictsStrategy: mergeConflictsStrategy.default('AskForEach'),
  targetInSemanticMergeStrategy: semanticMergeStrategy.default('ApplyAll'),
  noTargetOut: z.boolean().default(false),
  targetOutAllOrNothing: z.boolean().default(false),
  targetOutMaxNumberAttempts: z.number().int().min(1).max(1000).default(5),
  targetOutResetExclusions: z.boolean().default(false),
  targetOutNoConfirm: z.boolean().default(false),
  targetOutDiffMode: diffMode.default('Auto'),
  targetOutIgnoreWarningsStrategy: warningsStrategy.default('Auto'),
  targetOutPurgeOnDeleteStrategy: warningsStrategy.default('Never'),
  targetOutClobberStrategy: clobberStrategy.default('Auto'),
  targetOutTestLevel: testLevel.default(null),
  targetOutTestClassesToRun: testNames('Test classes').default([]),
  collectRetrievedMetadataArchives: z.boolean().default(false),
  collectDeploymentDeltaArchives: z.boolean().default(true),
}

/**
 * Declared only: `jobSubmission` does not accept it. That several targets are meant can be seen here only for a filter by
 * ids; `checkOnlyMergeProblem` is the same rule for resolved environments.
 */
export const flowMergeTemplate = z
  .strictObject({ targetEnvironmentFilter: environmentFilter, ...settings })
  .superRefine((value, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const { include } = value.targetEnvironmentFilter
    if (include.ids.includes(value.sourceEnvironmentId)) {
      issue('sourceEnvironmentId', 'The same environment cannot be both source and target')
    }
    const problem = checkOnlyMergeProblem(value, include.all ? Infinity : include.ids.length)
    if (problem) issue('checkOnly', problem)
    if (value.targetOutTestLevel === 'RunSpecifiedTests' && value.targetOutTestClassesToRun.length === 0) {
      issue('targetOutTestClassesToRun', testClassMissing)
    }
  })
export type FlowMergeTemplate = z.output<typeof flowMergeTemplate>

/** What one job gets. */
export const flowMergeInput = z.object({ targetEnvironmentId: entityId, ...settings })
export type FlowMergeInput = z.output<typeof flowMergeInput>

/** A phase that did not run is null. */
export const flowMergeResult = z.object({
  isCheckOnly: z.boolean(),
  sourceInResult: flowInResult.nullable(),
  targetInResult: flowInResult.nullable(),
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
