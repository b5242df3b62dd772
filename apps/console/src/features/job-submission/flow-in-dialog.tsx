import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { ChosenEnvironments } from './chosen-environments.tsx'
import { FlowInSettings } from './flow-in-fields.tsx'
import { type FlowInForm, flowInForm, newFlowIn, toFlowInTemplate } from './flow-in-form.ts'
import { FlowInPreview, useFlowInPreview } from './preview/flow-in-preview.tsx'
import { previewsOf } from './preview/use-flow-preview.ts'
import { useProvisionJobs } from './use-provision-jobs.ts'

interface FlowInDialogProps {
  isOpen: boolean
  onClose: () => void
  initial: FlowInForm | null
}

export function FlowInDialog({ isOpen, onClose, initial }: FlowInDialogProps) {
  const { control, handleSubmit, formState, reset } = useForm<FlowInForm>({
    resolver: zodResolver(flowInForm),
    defaultValues: newFlowIn([]),
    mode: 'onTouched',
  })
  const { mutate, isPending, error, reset: forgetError } = useProvisionJobs(onClose)
  useEffect(() => {
    if (!isOpen) return
    reset(initial ?? newFlowIn([]))
    forgetError()
  }, [isOpen, initial, reset, forgetError])
  const previewed = useFlowInPreview(control, isOpen)
  const submit = handleSubmit((form) =>
    mutate({ jobCommandName: 'FlowIn', jobTemplate: toFlowInTemplate(form, previewsOf(previewed.previews)) }),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      width="xl"
      title="Flow in environments"
      description="Retrieves what changed in the orgs and commits it to Git."
      isPending={isPending}
      error={error}
      problemHeading="There was a problem submitting the inbound flow job"
      submitLabel={previewed.deed ?? 'Submit'}
      onSubmit={submit}
    >
      <ChosenEnvironments
        control={control}
        include="environments.include"
        thenExclude="environments.thenExclude"
        initial={(initial ?? newFlowIn([])).environments}
      />
      <FlowInPreview control={control} previewed={previewed} />
      <FlowInSettings control={control} />
    </FormDialog>
  )
}
