import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { DeleteEnvironmentsFields } from './delete-environments-fields.tsx'
import {
  type DeleteEnvironmentsForm,
  deleteEnvironmentsForm,
  newDeletion,
  toDeleteEnvironmentTemplate,
} from './delete-environments-form.ts'
import { useProvisionJobs } from './use-provision-jobs.ts'

interface DeleteEnvironmentsDialogProps {
  isOpen: boolean
  onClose: () => void
  initial: DeleteEnvironmentsForm | null
}

export function DeleteEnvironmentsDialog({ isOpen, onClose, initial }: DeleteEnvironmentsDialogProps) {
  const { control, handleSubmit, formState, reset } = useForm<DeleteEnvironmentsForm>({
    resolver: zodResolver(deleteEnvironmentsForm),
    defaultValues: newDeletion([]),
    mode: 'onTouched',
  })
  const { mutate, isPending, error, reset: forgetError } = useProvisionJobs(onClose)
  useEffect(() => {
    if (!isOpen) return
    reset(initial ?? newDeletion([]))
    forgetError()
  }, [isOpen, initial, reset, forgetError])
  const submit = handleSubmit((form) =>
    mutate({ jobCommandName: 'DeleteEnvironment', jobTemplate: toDeleteEnvironmentTemplate(form) }),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      width="lg"
      title="Delete environments"
      description="The deletion runs as background jobs. Their progress is on the jobs page."
      submitIntent="danger"
      isPending={isPending}
      error={error}
      problemHeading="There was a problem submitting the environment deletion job"
      onSubmit={submit}
    >
      <DeleteEnvironmentsFields control={control} />
      <Notice kind="warning" title="These operations are permanent and cannot be undone.">
        The environments lose their snapshots, credentials and tags.
      </Notice>
    </FormDialog>
  )
}
