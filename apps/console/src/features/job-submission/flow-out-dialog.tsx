import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { ChosenEnvironments } from './chosen-environments.tsx'
import { FlowOutSettings } from './flow-out-fields.tsx'
import { type FlowOutForm, flowOutForm, newFlowOut, toFlowOutTemplate } from './flow-out-form.ts'
import { withoutUnchosen } from './preview/chosen-changes.ts'
import { FlowOutPreview, useFlowOutPreview } from './preview/flow-out-preview.tsx'
import { previewsOf } from './preview/use-flow-preview.ts'
import { useProvisionJobs } from './use-provision-jobs.ts'

interface FlowOutDialogProps {
  isOpen: boolean
  onClose: () => void
  initial: FlowOutForm | null
}

export function FlowOutDialog({ isOpen, onClose, initial }: FlowOutDialogProps) {
  const { control, handleSubmit, formState, reset } = useForm<FlowOutForm>({
    resolver: zodResolver(flowOutForm),
    defaultValues: newFlowOut([]),
    mode: 'onTouched',
  })
  const { mutate, isPending, error, reset: forgetError } = useProvisionJobs(onClose)
  useEffect(() => {
    if (!isOpen) return
    reset(initial ?? newFlowOut([]))
    forgetError()
  }, [isOpen, initial, reset, forgetError])
  const previewed = useFlowOutPreview(control, isOpen)
  const submit = handleSubmit((form) => {
    // The Enter key in a field submits the form even while the button is disabled.
    if (previewed.whyNot !== null) return
    mutate({
      jobCommandName: 'FlowOut',
      jobTemplate: toFlowOutTemplate(
        withoutUnchosen(form, previewed.previews[0]?.known?.changes ?? []),
        previewsOf(previewed.previews),
      ),
    })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      width="xl"
      title="Flow out environments"
      description="Deploys what changed in Git to the orgs."
      isPending={isPending}
      error={error}
      problemHeading="There was a problem submitting the outbound flow job"
      submitLabel={previewed.deed ?? 'Submit'}
      submitDisabledReason={previewed.whyNot}
      onSubmit={submit}
    >
      <ChosenEnvironments
        control={control}
        include="environments.include"
        thenExclude="environments.thenExclude"
        initial={(initial ?? newFlowOut([])).environments}
      />
      <FlowOutPreview control={control} previewed={previewed} begunWith={initial?.chosen ?? null} />
      <FlowOutSettings control={control} />
    </FormDialog>
  )
}
