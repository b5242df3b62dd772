import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { FlowMergeEnvironments, FlowMergeSettings } from './flow-merge-fields.tsx'
import {
  type FlowMergeForm,
  flowMergeResolver,
  newFlowMerge,
  toFlowMergeTemplate,
} from './flow-merge-form.ts'
import { FlowMergePresetCards } from './flow-merge-preset-cards.tsx'
import { FlowMergePreview } from './preview/flow-merge-preview.tsx'
import { shownPredictions, useFlowMergePreview } from './preview/use-flow-merge-preview.ts'
import { useProvisionJobs } from './use-provision-jobs.ts'

interface FlowMergeDialogProps {
  isOpen: boolean
  onClose: () => void
  initial: FlowMergeForm | null
}

export function FlowMergeDialog({ isOpen, onClose, initial }: FlowMergeDialogProps) {
  const { control, handleSubmit, formState, reset } = useForm<FlowMergeForm>({
    resolver: flowMergeResolver,
    defaultValues: newFlowMerge([], []),
    mode: 'onTouched',
  })
  const { mutate, isPending, error, reset: forgetError } = useProvisionJobs(onClose)
  useEffect(() => {
    if (!isOpen) return
    reset(initial ?? newFlowMerge([], []))
    forgetError()
  }, [isOpen, initial, reset, forgetError])
  const previewed = useFlowMergePreview(control, isOpen)
  const submit = handleSubmit((form) =>
    mutate({
      jobCommandName: 'FlowMerge',
      jobTemplate: toFlowMergeTemplate(form, shownPredictions(previewed)),
    }),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      width="xl"
      title="Flow merge between environments"
      description="Brings what the source has into the targets: both flow in, the branch of the source is merged into that of the target, and the merge is deployed. The branches are pushed only after that."
      isPending={isPending}
      error={error}
      problemHeading="There was a problem submitting the merge flow job"
      submitLabel={previewed.deed ?? 'Submit'}
      onSubmit={submit}
    >
      <FlowMergeEnvironments control={control} />
      <FlowMergePreview control={control} previewed={previewed} />
      <FlowMergePresetCards control={control} />
      <FlowMergeSettings control={control} />
    </FormDialog>
  )
}
