import type { Control } from 'react-hook-form'
import { ProductionChip } from '../../../platform/ui/chips.tsx'
import type { FlowMergeForm } from '../flow-merge-form.ts'
import { MergePreviewCard } from './merge-preview-card.tsx'
import { conflictSentence, deployedSentence, mergedSentence } from './merge-text.ts'
import { remaining } from './preview-changes.ts'
import { type FlowMergePreviewed, type TargetPreview, mergeTargetsAtMost } from './use-flow-merge-preview.ts'

interface FlowMergePreviewProps {
  control: Control<FlowMergeForm>
  previewed: FlowMergePreviewed
}

/** Previews a flow merge for each target. */
export function FlowMergePreview({ control, previewed }: FlowMergePreviewProps) {
  const { source, targets, hasTooManyTargets, excluded } = previewed
  if (hasTooManyTargets)
    return (
      <p className="text-fg-2">
        A merge into more than {mergeTargetsAtMost} environments is submitted without a preview.
      </p>
    )
  const [first, ...others] = targets
  if (source === null || first === undefined) return null
  if (others.length === 0)
    return (
      <MergePreviewCard
        key={`${source.id} ${first.target.id}`}
        control={control}
        source={source}
        preview={first}
        excluded={excluded}
      />
    )
  return (
    <section aria-label="What will happen">
      <ul className="border-line flex max-h-72 flex-col overflow-auto rounded-md border">
        {targets.map((preview) => (
          <li
            key={preview.target.id}
            className="border-line flex flex-wrap gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0"
          >
            <span className="inline-flex items-center gap-2 font-medium">
              {preview.target.name}
              {preview.target.isProduction ? <ProductionChip /> : null}
            </span>
            <span className="text-fg-2 wrap-anywhere">{sentenceOf(preview, source)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const none: ReadonlySet<string> = new Set()

function sentenceOf(
  { target, prediction, changes, reason, isLoading }: TargetPreview,
  source: NonNullable<FlowMergePreviewed['source']>,
): string {
  if (isLoading) return 'Merging the branches to see what will happen'
  if (prediction === null) return reason ?? 'It is not known yet what will happen.'
  const conflicts = conflictSentence(prediction, false)?.title ?? null
  if (changes === null) return conflicts ?? 'Nothing will be merged.'
  const deployed = changes.deployed && deployedSentence(remaining(changes.deployed, none))
  return [mergedSentence(changes.merged, { source, target }), deployed, conflicts]
    .filter((one) => one !== null)
    .join(' ')
}
