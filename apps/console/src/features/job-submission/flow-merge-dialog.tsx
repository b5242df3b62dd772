import { type Control, useController, useWatch } from 'react-hook-form'
import { type Choice, ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { FlowMergeEnvironments, FlowMergeSettings } from './flow-merge-fields.tsx'
import {
  type FlowMergeForm,
  flowMergeResolver,
  newFlowMerge,
  toFlowMergeTemplate,
} from './flow-merge-form.ts'
import { MergePreviewCard } from './preview/merge-preview-card.tsx'
import { conflictSentence, deployedSentence, mergedSentence } from './preview/merge-text.ts'
import { identitiesOf, remaining } from './preview/preview-changes.ts'
import {
  type FlowMergePreviewed,
  type TargetPreview,
  mergeTargetsAtMost,
  shownPredictions,
  useFlowMergePreview,
} from './preview/use-flow-merge-preview.ts'
import { type SubmissionDialogProps, useSubmission } from './use-submission.ts'

const empty = newFlowMerge([], [])

export function FlowMergeDialog(props: SubmissionDialogProps<FlowMergeForm>) {
  const { control, submit, dialog } = useSubmission({ ...props, resolver: flowMergeResolver, empty })
  const previewed = useFlowMergePreview(control, props.isOpen)
  return (
    <FormDialog
      {...dialog}
      width="xl"
      title="Flow merge between environments"
      description="Brings what the source has into the targets: both flow in, the branch of the source is merged into that of the target, and the merge is deployed. The branches are pushed only after that."
      problemHeading="There was a problem submitting the merge flow job"
      submitLabel={previewed.deed ?? 'Submit'}
      onSubmit={submit((form) => ({
        jobCommandName: 'FlowMerge',
        jobTemplate: toFlowMergeTemplate(asShown(form, previewed), shownPredictions(previewed)),
      }))}
    >
      <FlowMergeEnvironments control={control} />
      <FlowMergePreview control={control} previewed={previewed} />
      <FlowMergePresetCards control={control} />
      <FlowMergeSettings control={control} />
    </FormDialog>
  )
}

/** Names what stays out as the prediction shows it: also what people left out of earlier flows out. */
function asShown(form: FlowMergeForm, { targets, excluded }: FlowMergePreviewed): FlowMergeForm {
  const deployed = targets[0]?.changes?.deployed ?? null
  if (excluded === null || deployed === null) return form
  return { ...form, targetOut: { ...form.targetOut, excludedComponents: identitiesOf(deployed, excluded) } }
}

/** Cards for the most common kinds of flow merges. Each sets fields that the form shows below, too. */
function FlowMergePresetCards({ control }: { control: Control<FlowMergeForm> }) {
  const [checkOnly, noTargetOut, allOrNothing] = useWatch({
    control,
    name: ['checkOnly', 'targetOut.isLeftOut', 'targetOut.allOrNothing'],
  })
  const check = useController({ control, name: 'checkOnly' }).field
  const leftOut = useController({ control, name: 'targetOut.isLeftOut' }).field
  const all = useController({ control, name: 'targetOut.allOrNothing' }).field
  return (
    <ChoiceCards
      label="What to do"
      choices={flowMergePresets}
      value={mergePresetOf({ checkOnly, noTargetOut, allOrNothing })}
      onValueChange={(preset) => {
        const next = settingsOfMergePreset(preset)
        check.onChange(next.checkOnly)
        leftOut.onChange(next.noTargetOut)
        all.onChange(next.allOrNothing)
      }}
    />
  )
}

type FlowMergePreset = 'check' | 'merge' | 'deploy' | 'allOrNothing'

/** The most common kinds of flow merges. */
const flowMergePresets: readonly Choice<FlowMergePreset>[] = [
  {
    value: 'check',
    title: 'Check only',
    description: 'Merges and validates, and changes no branch and no org.',
  },
  {
    value: 'merge',
    title: 'Merge only',
    description: 'The branch of the target gets the merge; nothing is deployed.',
  },
  {
    value: 'deploy',
    title: 'Merge and deploy',
    description: 'What fails stays out and is remembered; the rest is deployed, and the merge is pushed.',
  },
  {
    value: 'allOrNothing',
    title: 'Merge and deploy all or nothing',
    description: 'One component that fails, and nothing is deployed and the merge is not pushed.',
  },
]

interface FlowMergePresetSettings {
  readonly checkOnly: boolean
  /** Whether nothing is deployed after the merge. */
  readonly noTargetOut: boolean
  readonly allOrNothing: boolean
}

/** The preset that settings belong to. */
function mergePresetOf({ checkOnly, noTargetOut, allOrNothing }: FlowMergePresetSettings): FlowMergePreset {
  if (checkOnly) return 'check'
  if (noTargetOut) return 'merge'
  return allOrNothing ? 'allOrNothing' : 'deploy'
}

/** The settings of a preset. */
const settingsOfMergePreset = (preset: FlowMergePreset): FlowMergePresetSettings => ({
  checkOnly: preset === 'check',
  noTargetOut: preset === 'merge',
  allOrNothing: preset === 'allOrNothing',
})

interface FlowMergePreviewProps {
  control: Control<FlowMergeForm>
  previewed: FlowMergePreviewed
}

/** Previews a flow merge for each target. */
function FlowMergePreview({ control, previewed }: FlowMergePreviewProps) {
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
