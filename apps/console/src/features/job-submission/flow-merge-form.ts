import { zodResolver } from '@hookform/resolvers/zod'
import { excludedComponents } from '@sluice/contract/component'
import {
  type FlowMergeInput,
  checkOnlyMergeProblem,
  flowMergeInput,
  flowMergeTemplate,
  oneSourceMessage,
  sameEnvironmentMessage,
} from '@sluice/contract/job-commands/flow-merge'
import type { JobTemplate } from '@sluice/contract/job-commands/job-commands'
import { retrieveMode } from '@sluice/contract/job-commands/strategies'
import { splitNames, testClassMissing } from '@sluice/contract/job-commands/test-names'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import {
  type EnvironmentFilterForm,
  chosenEnvironments,
  environmentFilterForm,
  fromEnvironmentFilter,
  isOneEnvironment,
  toEnvironmentFilter,
} from './environment-filter-form.ts'
import { offeredStrategy } from './flow-in-form.ts'
import { flowOutSettings, hasItsTests, newFlowOutSettings } from './flow-out-settings.ts'

/** The flow in of one side. */
const partIn = z.object({
  isLeftOut: z.boolean(),
  retrieveMode,
  conflictsStrategy: offeredStrategy,
  isSemanticMergeOn: z.boolean(),
  acceptDeletions: z.boolean(),
})
type PartInForm = z.infer<typeof partIn>

const targetOut = z
  .object({
    isLeftOut: z.boolean(),
    /** Of a job that is run again: what it left out of the deployment. */
    excludedComponents: excludedComponents.unwrap(),
    ...flowOutSettings,
  })
  .refine(hasItsTests, { path: ['testClasses'], message: testClassMissing })

const flowMergeForm = z
  .object({
    sourceIds: z.array(z.string()).min(1, 'A source environment must be selected').max(1, oneSourceMessage),
    targets: environmentFilterForm,
    checkOnly: z.boolean(),
    allowUnsupportedApiVersions: z.boolean(),
    mergeConflictsStrategy: offeredStrategy,
    isSemanticMergeOn: z.boolean(),
    sourceIn: partIn,
    targetIn: partIn,
    targetOut,
    collectRetrievedMetadataArchives: z.boolean(),
  })
  .superRefine(({ sourceIds, targets, checkOnly, sourceIn }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const { include } = toEnvironmentFilter(targets)
    if (include.ids.some((id) => sourceIds.includes(id))) issue('sourceIds', sameEnvironmentMessage)
    const count = include.all ? Infinity : include.ids.length
    const problem = checkOnlyMergeProblem({ checkOnly, noSourceIn: sourceIn.isLeftOut }, count)
    if (problem) issue('checkOnly', problem)
  })
export type FlowMergeForm = z.output<typeof flowMergeForm>

const newPartIn: PartInForm = {
  isLeftOut: false,
  retrieveMode: 'Auto',
  conflictsStrategy: 'AskForEach',
  isSemanticMergeOn: true,
  acceptDeletions: false,
}
const newTargetOut: FlowMergeForm['targetOut'] = {
  isLeftOut: false,
  excludedComponents: null,
  ...newFlowOutSettings,
}

export const newFlowMerge = (sourceIds: readonly string[], targetIds: readonly string[]): FlowMergeForm => ({
  sourceIds: [...sourceIds],
  targets: chosenEnvironments(targetIds),
  checkOnly: false,
  allowUnsupportedApiVersions: false,
  mergeConflictsStrategy: 'AskForEach',
  isSemanticMergeOn: true,
  sourceIn: newPartIn,
  targetIn: newPartIn,
  targetOut: newTargetOut,
  collectRetrievedMetadataArchives: false,
})

/** The settings of a part that is left out count for nothing, so that nothing wrong in them is in the way. */
const withoutLeftOut = (form: FlowMergeForm): FlowMergeForm => ({
  ...form,
  sourceIn: form.sourceIn.isLeftOut ? { ...newPartIn, isLeftOut: true } : form.sourceIn,
  targetIn: form.targetIn.isLeftOut ? { ...newPartIn, isLeftOut: true } : form.targetIn,
  targetOut: form.targetOut.isLeftOut ? { ...newTargetOut, isLeftOut: true } : form.targetOut,
})

/** The form of a job that is run again; null when its input is not one of a flow merge. */
export function flowMergeFormOf(commandInput: unknown): FlowMergeForm | null {
  const parsed = flowMergeInput.safeParse(commandInput)
  return parsed.success ? fromInput(parsed.data) : null
}

/** The form of a stored template; null when it is not one of a flow merge. */
export function flowMergeFormOfTemplate(template: unknown): FlowMergeForm | null {
  const parsed = flowMergeTemplate.safeParse(template)
  if (!parsed.success) return null
  const { targetEnvironmentFilter, previews: _, ...settings } = parsed.data
  const targets = fromEnvironmentFilter(targetEnvironmentFilter)
  return { ...fromInput({ ...settings, targetEnvironmentId: '', previewRevision: null }), targets }
}

function fromInput(input: FlowMergeInput): FlowMergeForm {
  return {
    ...newFlowMerge([input.sourceEnvironmentId], [input.targetEnvironmentId]),
    checkOnly: input.checkOnly,
    allowUnsupportedApiVersions: input.allowUnsupportedApiVersions,
    mergeConflictsStrategy: offered(input.mergeConflictsStrategy),
    isSemanticMergeOn: input.semanticMergeStrategy !== 'SkipAll',
    sourceIn: {
      isLeftOut: input.noSourceIn,
      retrieveMode: input.sourceInRetrieveMode,
      conflictsStrategy: offered(input.sourceInConflictsStrategy),
      isSemanticMergeOn: input.sourceInSemanticMergeStrategy !== 'SkipAll',
      acceptDeletions: input.sourceInAcceptDeletions,
    },
    targetIn: {
      isLeftOut: input.noTargetIn,
      retrieveMode: input.targetInRetrieveMode,
      conflictsStrategy: offered(input.targetInConflictsStrategy),
      isSemanticMergeOn: input.targetInSemanticMergeStrategy !== 'SkipAll',
      acceptDeletions: input.targetInAcceptDeletions,
    },
    targetOut: {
      isLeftOut: input.noTargetOut,
      // An empty list of then says nothing about what people have left out since.
      excludedComponents:
        input.targetOutExcludedComponents?.length === 0 ? null : input.targetOutExcludedComponents,
      diffMode: input.targetOutDiffMode,
      acceptDeletions: input.targetOutAcceptDeletions,
      allOrNothing: input.targetOutAllOrNothing,
      maxNumberAttempts: input.targetOutMaxNumberAttempts,
      resetExclusions: input.targetOutResetExclusions,
      noConfirm: input.targetOutNoConfirm,
      ignoreWarningsStrategy: input.targetOutIgnoreWarningsStrategy,
      purgeOnDeleteStrategy: input.targetOutPurgeOnDeleteStrategy,
      clobberStrategy: input.targetOutClobberStrategy,
      testLevel: input.targetOutTestLevel ?? 'Automatic',
      testClasses: input.targetOutTestClassesToRun.join(' '),
      collectDeploymentDeltaArchives: input.collectDeploymentDeltaArchives,
    },
    collectRetrievedMetadataArchives: input.collectRetrievedMetadataArchives,
  }
}

/** The strategies of the command line are not offered. */
function offered(strategy: string): PartInForm['conflictsStrategy'] {
  const parsed = offeredStrategy.safeParse(strategy)
  return parsed.success ? parsed.data : 'AskForEach'
}

const semantic = (isOn: boolean) => (isOn ? 'ApplyAll' : 'SkipAll')

export function toFlowMergeTemplate(
  form: FlowMergeForm,
  previews: JobTemplate<'FlowMerge'>['previews'] = [],
): JobTemplate<'FlowMerge'> {
  const { sourceIn, targetIn, targetOut: out, targets } = withoutLeftOut(form)
  return {
    sourceEnvironmentId: form.sourceIds[0] ?? '',
    targetEnvironmentFilter: toEnvironmentFilter(targets satisfies EnvironmentFilterForm),
    previews,
    checkOnly: form.checkOnly,
    allowUnsupportedApiVersions: form.allowUnsupportedApiVersions,
    mergeConflictsStrategy: form.mergeConflictsStrategy,
    semanticMergeStrategy: semantic(form.isSemanticMergeOn),
    noSourceIn: sourceIn.isLeftOut,
    sourceInRetrieveMode: sourceIn.retrieveMode,
    sourceInConflictsStrategy: sourceIn.conflictsStrategy,
    sourceInSemanticMergeStrategy: semantic(sourceIn.isSemanticMergeOn),
    sourceInAcceptDeletions: sourceIn.acceptDeletions,
    noTargetIn: targetIn.isLeftOut,
    targetInRetrieveMode: targetIn.retrieveMode,
    targetInConflictsStrategy: targetIn.conflictsStrategy,
    targetInSemanticMergeStrategy: semantic(targetIn.isSemanticMergeOn),
    targetInAcceptDeletions: targetIn.acceptDeletions,
    noTargetOut: out.isLeftOut,
    targetOutAllOrNothing: out.allOrNothing,
    targetOutMaxNumberAttempts: out.maxNumberAttempts,
    targetOutResetExclusions: out.resetExclusions,
    targetOutNoConfirm: out.noConfirm,
    targetOutDiffMode: out.diffMode,
    targetOutAcceptDeletions: out.acceptDeletions,
    targetOutIgnoreWarningsStrategy: out.ignoreWarningsStrategy,
    targetOutPurgeOnDeleteStrategy: out.purgeOnDeleteStrategy,
    targetOutClobberStrategy: out.clobberStrategy,
    targetOutTestLevel: out.testLevel === 'Automatic' ? null : out.testLevel,
    // Components are left out for one target only.
    targetOutExcludedComponents: isOneEnvironment(targets) ? out.excludedComponents : null,
    targetOutTestClassesToRun: out.testLevel === 'RunSpecifiedTests' ? splitNames(out.testClasses) : [],
    collectRetrievedMetadataArchives: form.collectRetrievedMetadataArchives,
    collectDeploymentDeltaArchives: out.collectDeploymentDeltaArchives,
  }
}

const checked = zodResolver(flowMergeForm)

/** Checks a flow merge without the parts that it leaves out. */
export const flowMergeResolver: Resolver<FlowMergeForm> = (form, context, options) =>
  checked(withoutLeftOut(form), context, options)
