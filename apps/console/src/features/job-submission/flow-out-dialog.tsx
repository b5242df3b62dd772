import { zodResolver } from '@hookform/resolvers/zod'
import type { Environment } from '@sluice/contract/environment'
import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import { useMemo } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import type { ChosenComponents } from './chosen-components.ts'
import { ChosenEnvironments } from './chosen-environments.tsx'
import { isOneEnvironment } from './environment-filter-form.ts'
import { FlowOutSettings } from './flow-out-fields.tsx'
import { type FlowOutForm, flowOutForm, newFlowOut, toFlowOutTemplate } from './flow-out-form.ts'
import {
  begunSentence,
  leftOutKeys,
  leftOutSentences,
  whyNotOnlyChosen,
  withLeftOut,
  withoutUnchosen,
} from './preview/chosen-changes.ts'
import { flowOutDeed } from './preview/deed.ts'
import { PreviewCard } from './preview/preview-card.tsx'
import { type PreviewChange, remaining } from './preview/preview-changes.ts'
import { testsSentence } from './preview/preview-text.ts'
import { PreviewsOfMany } from './preview/previews-of-many.tsx'
import {
  type EnvironmentPreview,
  previewsOf,
  useFlowPreview,
  useMeantEnvironments,
} from './preview/use-flow-preview.ts'
import { useOrgName } from './preview/use-org-name.ts'
import { type SubmissionDialogProps, useSubmission } from './use-submission.ts'

const resolver = zodResolver(flowOutForm)
const empty = newFlowOut([])

export function FlowOutDialog(props: SubmissionDialogProps<FlowOutForm>) {
  const { control, submit, dialog } = useSubmission({ ...props, resolver, empty })
  const previewed = useFlowOutPreview(control, props.isOpen)
  const submissionOf = (form: FlowOutForm): JobSubmission | null => {
    // The Enter key in a field submits the form even while the button is disabled.
    if (previewed.whyNot !== null) return null
    const onlyChosen = withoutUnchosen(form, previewed.previews[0]?.known?.changes ?? null)
    return {
      jobCommandName: 'FlowOut',
      jobTemplate: toFlowOutTemplate(onlyChosen, previewsOf(previewed.previews)),
    }
  }
  return (
    <FormDialog
      {...dialog}
      width="xl"
      title="Flow out environments"
      description="Deploys what changed in Git to the orgs."
      problemHeading="There was a problem submitting the outbound flow job"
      submitLabel={previewed.deed ?? 'Submit'}
      submitDisabledReason={previewed.whyNot}
      onSubmit={submit(submissionOf)}
    >
      <ChosenEnvironments
        control={control}
        include="environments.include"
        thenExclude="environments.thenExclude"
        initial={(props.initial ?? empty).environments}
      />
      <FlowOutPreview control={control} previewed={previewed} begunWith={props.initial?.chosen ?? null} />
      <FlowOutSettings control={control} />
    </FormDialog>
  )
}

interface FlowOutPreviewProps {
  control: Control<FlowOutForm>
  previewed: FlowOutPreviewed
  /** The only components that the dialog was opened for; null when it was opened for all. */
  begunWith: ChosenComponents | null
}

/** What the flow out is going to change in the orgs; of one environment components can be left out. */
function FlowOutPreview(props: FlowOutPreviewProps) {
  return (
    <>
      <OnlyChosen {...props} />
      <Previews {...props} />
    </>
  )
}

/** Says that only chosen components are deployed, and lets a person deploy everything instead. */
function OnlyChosen({ control, previewed, begunWith }: FlowOutPreviewProps) {
  const { field } = useController({ control, name: 'chosen' })
  if (begunWith === null || field.value === null) return null
  const { previews, excluded, whyNot } = previewed
  const changes = previews[0]?.known?.changes ?? []
  return (
    <Notice
      kind="info"
      title={begunSentence(begunWith)}
      actions={<Button onClick={() => field.onChange(null)}>Include everything</Button>}
    >
      <p>{whyNot ?? leftOutSentences(begunWith, changes, excluded ?? new Set())}</p>
    </Notice>
  )
}

function Previews({ control, previewed: { previews, excluded } }: FlowOutPreviewProps) {
  const { field, fieldState } = useController({ control, name: 'excludedComponents' })
  const { field: choice } = useController({ control, name: 'chosen' })
  const [testLevel, testClasses, diffMode] = useWatch({
    control,
    name: ['testLevel', 'testClasses', 'diffMode'],
  })
  const [first, ...others] = previews
  if (first === undefined) return null
  if (diffMode === 'Org')
    return (
      <p className="text-fg-2">
        With the diff mode Org the job retrieves the org and compares it with the branch. What it will change
        is known only then.
      </p>
    )
  if (others.length > 0) return <PreviewsOfMany previews={previews} side="outbound" />
  const changes = first.known?.changes ?? []
  const left = remaining(changes, excluded ?? new Set())
  const message = fieldState.error?.message
  return (
    <>
      <PreviewCard
        preview={first}
        side="outbound"
        excluded={excluded}
        onExclude={(keys) => {
          const next = withLeftOut({ chosen: choice.value }, changes, keys)
          choice.onChange(next.chosen)
          field.onChange(next.excludedComponents)
        }}
      >
        {changes.length === 0 ? null : (
          <p className="text-fg-2">
            {excluded !== null && excluded.size > 0
              ? choice.value === null
                ? 'What is left out stays out of later flows out until somebody takes it in again; a flow in does not undo it in Git. '
                : 'What was not chosen waits for the next flow out; a flow in does not undo it in Git. '
              : null}
            Tests: {testsSentence({ testLevel, testClasses }, first.environment, left)}
          </p>
        )}
      </PreviewCard>
      {message ? <p className="text-12 text-red-text font-medium">{message}</p> : null}
    </>
  )
}

/** What a flow out with the settings of the form is going to do. */
interface FlowOutPreviewed {
  readonly previews: readonly EnvironmentPreview[]
  /** Keys of what is left out; null where the form is for others than one environment. */
  readonly excluded: ReadonlySet<string> | null
  /** What the button says; null while it is not known. */
  readonly deed: string | null
  /** The reason why the form cannot be submitted now; null when it can. */
  readonly whyNot: string | null
}

const noEnvironments: readonly Environment[] = []
const none: ReadonlySet<string> = new Set()
const noChanges: readonly PreviewChange[] = []

/** Nothing is asked for while the dialog is closed. */
function useFlowOutPreview(control: Control<FlowOutForm>, isOpen: boolean): FlowOutPreviewed {
  const [filter, checkOnly, diffMode, excludedComponents, chosen] = useWatch({
    control,
    name: ['environments', 'checkOnly', 'diffMode', 'excludedComponents', 'chosen'],
  })
  const meant = useMeantEnvironments(filter)
  const environments = isOpen ? meant : noEnvironments
  const found = useFlowPreview(environments, 'outbound')
  // Only the job compares with the org as a whole.
  const previews = diffMode === 'Org' ? found.map((one) => ({ ...one, known: null })) : found
  const isAllKnown = previews.length > 0 && previews.every(({ known }) => known !== null)
  const isOne = isOneEnvironment(filter) && environments.length === 1
  const changes = previews[0]?.known?.changes ?? noChanges
  const excluded = useMemo(
    () => (isOne ? leftOutKeys({ chosen, excludedComponents }, changes) : null),
    [isOne, chosen, excludedComponents, changes],
  )
  const whyNot = useMemo(
    () => whyNotOnlyChosen({ chosen, environments: filter, diffMode }, isAllKnown ? changes : null),
    [chosen, filter, diffMode, isAllKnown, changes],
  )
  const orgName = useOrgName(environments, isAllKnown)
  const left = previews.map(({ known }) => remaining(known?.changes ?? [], excluded ?? none).length)
  const job = { environments, components: left.reduce((sum, count) => sum + count, 0), checkOnly, orgName }
  return { previews, excluded, deed: isAllKnown ? flowOutDeed(job) : null, whyNot }
}
