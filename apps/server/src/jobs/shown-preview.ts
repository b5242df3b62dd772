import type { FlowMergeTemplate } from '@sluice/contract/job-commands/flow-merge'
import type { JobTemplate } from '@sluice/contract/job-commands/job-commands'
import { type MergePreview, mergePreviewQuery } from '@sluice/contract/merge-preview'
import type { ValidationError } from '@sluice/contract/problem-details'
import type { Context } from '../context.ts'
import { findDifference } from '../differences/difference-store.ts'
import { packedMergePreview, packedPreview } from '../differences/previewed-changes.ts'
import type { FoundEnvironment } from '../environments/environment-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { StackRow } from '../stacks/stack-store.ts'
import { refusal } from './meant-environments.ts'

/** What was shown of an environment before a flow of it was submitted. */
export interface ShownPreview {
  readonly revision: number | null
  /** Null where nothing was shown. */
  readonly preview: Buffer | null
  readonly errors: readonly ValidationError[]
}

/** A predicted flow merge into each target of which a prediction was shown, by the id of the target. */
export type PredictedMerges = ReadonlyMap<string, MergePreview>

const nothingShown: ShownPreview = { revision: null, preview: null, errors: [] }

/** Predicts again what was shown of flow merges, before the transaction of the submission begins. */
export async function predictShownMerges(
  ctx: Context,
  { id: stackId, workspaceId }: StackRow,
  { userId, template }: { readonly userId: string; readonly template: FlowMergeTemplate },
): Promise<PredictedMerges> {
  const predicted = new Map<string, MergePreview>()
  const settings = mergePreviewQuery.parse({
    ...template,
    noSourceIn: String(template.noSourceIn),
    noTargetIn: String(template.noTargetIn),
    noTargetOut: String(template.noTargetOut),
  })
  for (const { environmentId: targetEnvironmentId } of template.previews) {
    const wanted = { workspaceId, userId, stackId, targetEnvironmentId, settings }
    predicted.set(targetEnvironmentId, await ctx.predictMerge(ctx, wanted))
  }
  return predicted
}

interface ShownMerges {
  readonly template: Pick<FlowMergeTemplate, 'previews' | 'targetOutDiffMode'>
  readonly predicted: PredictedMerges
}

/** Refuses a prediction that is no longer the newest one. */
export async function shownMergePreview(
  tx: Transaction,
  { id, name }: FoundEnvironment,
  { template, predicted }: ShownMerges,
): Promise<ShownPreview> {
  const shown = template.previews.find(({ environmentId }) => environmentId === id)
  if (shown === undefined) return nothingShown
  const newest = predicted.get(id)
  if (newest?.state !== 'predicted' || newest.predictionId !== shown.predictionId) {
    const description = `What the merge into ${name} would do has changed since it was shown. Look at the new preview and submit again.`
    return { ...nothingShown, errors: [refusal('PreviewOutdated', description, 'previews')] }
  }
  // A comparison with the org itself finds more than a prediction can know.
  const preview = template.targetOutDiffMode === 'Org' ? null : packedMergePreview(newest)
  if (preview === null) return nothingShown
  const row = await findDifference(tx, id)
  return { revision: row?.revision ?? 0, preview, errors: [] }
}

/** Refuses a preview that is no longer the newest one: who submits it has not seen what the job would do. */
export async function shownPreview(
  tx: Transaction,
  { id, name }: FoundEnvironment,
  previews: JobTemplate<'FlowOut'>['previews'],
): Promise<ShownPreview> {
  const shown = previews.find(({ environmentId }) => environmentId === id)
  if (shown === undefined) return nothingShown
  const row = await findDifference(tx, id)
  if (row === null || row.revision !== shown.revision) {
    const description = `What differs in ${name} has changed since it was shown. Look at the new preview and submit again.`
    return { ...nothingShown, errors: [refusal('PreviewOutdated', description, 'previews')] }
  }
  return { revision: shown.revision, preview: packedPreview(row), errors: [] }
}
