import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useController, useForm } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import {
  type DeleteEnvironmentsForm,
  deleteEnvironmentsForm,
  newDeletion,
  toDeleteEnvironmentTemplate,
} from './delete-environments-form.ts'
import { EnvironmentPicker } from './environment-picker.tsx'
import { useProvisionJobs } from './use-provision-jobs.ts'

interface DeleteEnvironmentsDialogProps {
  isOpen: boolean
  onClose: () => void
  initial: DeleteEnvironmentsForm | null
}

export function DeleteEnvironmentsDialog({ isOpen, onClose, initial }: DeleteEnvironmentsDialogProps) {
  const { control, handleSubmit, reset } = useForm<DeleteEnvironmentsForm>({
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
      width="lg"
      title="Delete environments"
      description="The deletion runs as background jobs. Their progress is on the jobs page."
      submitIntent="danger"
      isPending={isPending}
      error={error}
      problemHeading="There was a problem submitting the environment deletion job"
      onSubmit={submit}
    >
      <EnvironmentPicker
        offers="sandboxes"
        include={useController({ control, name: 'environments.include' })}
        thenExclude={useController({ control, name: 'environments.thenExclude' })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <CheckboxField
          control={control}
          name="deleteGitBranch"
          label="Delete Git branch"
          hint="Deletes the branch of each environment, with the commits that no other branch has."
        />
        <CheckboxField
          control={control}
          name="deleteSandbox"
          label="Delete sandbox"
          hint="Deletes the sandbox of each environment in Salesforce, with all of its data. Salesforce can refuse that for some days after a sandbox was created or refreshed."
        />
      </div>
      <Notice kind="warning" title="These operations are permanent and cannot be undone.">
        The environments lose their snapshots, credentials and tags.
      </Notice>
    </FormDialog>
  )
}
