import { zodResolver } from '@hookform/resolvers/zod'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { DeleteEnvironmentsFields } from './delete-environments-fields.tsx'
import {
  type DeleteEnvironmentsForm,
  deleteEnvironmentsForm,
  newDeletion,
  toDeleteEnvironmentTemplate,
} from './delete-environments-form.ts'
import { type SubmissionDialogProps, useSubmission } from './use-submission.ts'

const resolver = zodResolver(deleteEnvironmentsForm)
const empty = newDeletion([])

export function DeleteEnvironmentsDialog(props: SubmissionDialogProps<DeleteEnvironmentsForm>) {
  const { control, submit, dialog } = useSubmission({ ...props, resolver, empty })
  return (
    <FormDialog
      {...dialog}
      width="lg"
      title="Delete environments"
      description="The deletion runs as background jobs. Their progress is on the jobs page."
      submitIntent="danger"
      problemHeading="There was a problem submitting the environment deletion job"
      onSubmit={submit((form) => ({
        jobCommandName: 'DeleteEnvironment',
        jobTemplate: toDeleteEnvironmentTemplate(form),
      }))}
    >
      <DeleteEnvironmentsFields control={control} />
      <Notice kind="warning" title="These operations are permanent and cannot be undone.">
        The environments lose their snapshots, credentials and tags.
      </Notice>
    </FormDialog>
  )
}
