import {
  type FlowMergeTemplate,
  checkOnlyMergeProblem,
  sameEnvironmentMessage,
} from '@sluice/contract/job-commands/flow-merge'
import { sourceInInput } from '@sluice/contract/job-commands/flow-merge-parts'
import { type Operation, missingAuthorizations } from '@sluice/contract/permissions'
import type { ValidationError } from '@sluice/contract/problem-details'
import { type FoundEnvironment, findEnvironment } from '../environments/environment-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { environmentsOf, refusal, refused } from './meant-environments.ts'
import type { JobCandidate, JobRequest } from './provision-job.ts'
import { type PredictedMerges, type ShownPreview, shownMergePreview } from './shown-preview.ts'

type FoundSource = NonNullable<Awaited<ReturnType<typeof findEnvironment>>>

/**
 * One job for each target. Several targets share one flow in of the source: it is a job of its own, and the flow merges begin once it has
 * succeeded.
 */
export async function flowMerges(
  tx: Transaction,
  request: JobRequest,
  { template, predicted }: { readonly template: FlowMergeTemplate; readonly predicted: PredictedMerges },
): Promise<JobCandidate[]> {
  const { stack, schedule } = request
  const { targetEnvironmentFilter: filter, previews, ...settings } = template
  const { sourceEnvironmentId: environmentId } = settings
  const { workspaceId, id: stackId } = stack
  const source = await findEnvironment(tx, { workspaceId, stackId, environmentId })
  if (source === null) return [refused('EnvironmentNotFound', noSource)]
  const { selected, refusals } = await environmentsOf(tx, stack, {
    filter,
    // The source has to be named to be refused: all and tags mean the other environments.
    isMeant: ({ id }) => id !== source.id || filter.include.ids.includes(id),
  })
  const problem = checkOnlyMergeProblem(settings, selected.length)
  if (problem !== null) return [refused('FlowMergeCheckOnly', `${problem}.`)]
  const sharesFlowIn = selected.length > 1 && !settings.noSourceIn
  // Nobody looks at anything when a schedule is due.
  const ofPreviews = { ...settings, previews: schedule ? [] : previews }
  const candidates: JobCandidate[] = []
  for (const target of selected) {
    const shown = await shownMergePreview(tx, target, { template: ofPreviews, predicted })
    candidates.push(candidateOf(request, { source, target, template: settings, sharesFlowIn, shown }))
  }
  const willRun = candidates.some(({ validationErrors, missing }) => !missing && !validationErrors.length)
  return [...(sharesFlowIn && willRun ? [sharedFlowIn(source, settings)] : []), ...candidates, ...refusals]
}

const noSource = 'The source environment does not exist. It may have been deleted.'

type MergeSettings = Omit<FlowMergeTemplate, 'targetEnvironmentFilter' | 'previews'>

interface WantedMerge {
  readonly source: FoundSource
  readonly target: FoundEnvironment
  readonly template: MergeSettings
  readonly sharesFlowIn: boolean
  readonly shown: ShownPreview
}

function candidateOf(
  { actor }: JobRequest,
  { source, target, template, sharesFlowIn, shown }: WantedMerge,
): JobCandidate {
  const operation: Operation = template.checkOnly ? 'startCheckOnlyFlow' : 'startFlow'
  // Without its flow in the source is only read.
  const missingOnSource = template.noSourceIn ? null : missingAuthorizations(actor, operation, source)
  return {
    environment: target,
    source,
    followsFirst: sharesFlowIn,
    input: {
      ...template,
      noSourceIn: template.noSourceIn || sharesFlowIn,
      targetEnvironmentId: target.id,
      previewRevision: shown.revision,
    },
    preview: shown.preview,
    validationErrors: [...problemsOf(source, target), ...shown.errors],
    missing: missingAuthorizations(actor, operation, target) ?? missingOnSource,
  }
}

function problemsOf(source: FoundSource, target: FoundEnvironment): ValidationError[] {
  if (source.id === target.id)
    return [refusal('FlowMergeSameEnvironment', `${sameEnvironmentMessage}.`, 'targetEnvironmentFilter')]
  return [source, target]
    .filter(({ isInitialized }) => !isInitialized)
    .map(({ name }) => refusal('EnvironmentNotInitialized', `The environment ${name} is not initialized.`))
}

/** The settings of the source flow in, as a job. Whoever may start one of the flow merges may start it. */
function sharedFlowIn(source: FoundSource, template: MergeSettings): JobCandidate {
  const input = sourceInInput({ ...template, targetEnvironmentId: source.id, previewRevision: null })
  if (input === null) throw new Error('A flow merge without its source flow in shares none.')
  return {
    environment: source,
    commandName: 'FlowIn',
    input: { ...input },
    validationErrors: [],
    missing: null,
  }
}
