import type { JobTemplate } from '@sluice/contract/job-commands/job-commands'
import {
  type FlowInInput,
  flowInInput,
  flowInTemplate,
  forceMatches,
  forceMessage,
} from '@sluice/contract/job-commands/flow-in'
import { retrieveMode } from '@sluice/contract/job-commands/strategies'
import { limits } from '@sluice/contract/limits'
import { z } from 'zod'
import {
  chosenEnvironments,
  environmentFilterForm,
  fromEnvironmentFilter,
  toEnvironmentFilter,
} from './environment-filter-form.ts'

/** The strategies that the console offers; the others come from the command line. */
export const offeredStrategy = z.enum([
  'AskForEach',
  'PreferLocal',
  'PreferRemote',
  'TakeLocalFile',
  'TakeRemoteFile',
  'Abort',
])

export const flowInForm = z
  .object({
    environments: environmentFilterForm,
    gitCommitMessage: z
      .string()
      .trim()
      .max(limits.commitMessage, `Commit message cannot be longer than ${limits.commitMessage} characters`),
    checkOnly: z.boolean(),
    force: z.boolean(),
    acceptDeletions: z.boolean(),
    noConfirm: z.boolean(),
    mergeConflictsStrategy: offeredStrategy,
    isSemanticMergeOn: z.boolean(),
    retrieveMode,
    collectRetrievedMetadataArchives: z.boolean(),
  })
  .refine(forceMatches, forceMessage)
export type FlowInForm = z.infer<typeof flowInForm>

export const newFlowIn = (environmentIds: readonly string[]): FlowInForm => ({
  environments: chosenEnvironments(environmentIds),
  gitCommitMessage: '',
  checkOnly: false,
  force: false,
  acceptDeletions: false,
  noConfirm: false,
  mergeConflictsStrategy: 'AskForEach',
  isSemanticMergeOn: true,
  retrieveMode: 'Auto',
  collectRetrievedMetadataArchives: false,
})

/** The form of a job that is run again; null when its input is not one of a flow in. */
export function flowInFormOf(commandInput: unknown): FlowInForm | null {
  const parsed = flowInInput.safeParse(commandInput)
  return parsed.success ? fromInput(parsed.data) : null
}

/** The form of a stored template; null when it is not one of a flow in. */
export function flowInFormOfTemplate(template: unknown): FlowInForm | null {
  const parsed = flowInTemplate.safeParse(template)
  if (!parsed.success) return null
  const { environmentFilter, previews: _, ...settings } = parsed.data
  const environments = fromEnvironmentFilter(environmentFilter)
  return { ...fromInput({ ...settings, environmentId: '', previewRevision: null }), environments }
}

function fromInput(input: FlowInInput): FlowInForm {
  const strategy = offeredStrategy.safeParse(input.mergeConflictsStrategy)
  return {
    environments: chosenEnvironments([input.environmentId]),
    gitCommitMessage: input.gitCommitMessage ?? '',
    checkOnly: input.checkOnly,
    force: input.force,
    acceptDeletions: input.acceptDeletions,
    noConfirm: input.noConfirm,
    mergeConflictsStrategy: strategy.success ? strategy.data : 'AskForEach',
    isSemanticMergeOn: input.semanticMergeStrategy !== 'SkipAll',
    retrieveMode: input.retrieveMode,
    collectRetrievedMetadataArchives: input.collectRetrievedMetadataArchives,
  }
}

export function toFlowInTemplate(
  { environments, isSemanticMergeOn, ...form }: FlowInForm,
  previews: JobTemplate<'FlowIn'>['previews'] = [],
): JobTemplate<'FlowIn'> {
  return {
    ...form,
    previews,
    environmentFilter: toEnvironmentFilter(environments),
    gitCommitMessage: form.gitCommitMessage === '' ? null : form.gitCommitMessage,
    semanticMergeStrategy: isSemanticMergeOn ? 'ApplyAll' : 'SkipAll',
  }
}
