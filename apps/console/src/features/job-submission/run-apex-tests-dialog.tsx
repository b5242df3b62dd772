import { zodResolver } from '@hookform/resolvers/zod'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { RunApexTestsFields } from './run-apex-tests-fields.tsx'
import {
  type RunApexTestsForm,
  newTestRun,
  runApexTestsForm,
  toRunApexTestsTemplate,
} from './run-apex-tests-form.ts'
import { type SubmissionDialogProps, useSubmission } from './use-submission.ts'

const resolver = zodResolver(runApexTestsForm)
const empty = newTestRun([])

export function RunApexTestsDialog(props: SubmissionDialogProps<RunApexTestsForm>) {
  const { control, submit, dialog } = useSubmission({ ...props, resolver, empty })
  return (
    <FormDialog
      {...dialog}
      width="lg"
      title="Run Apex tests in environments"
      description="Runs tests in the orgs on their own and deploys nothing. Tests cannot be run against a production org as part of a deployment from here; run them there with this dialog."
      problemHeading="There was a problem submitting the Apex test job"
      onSubmit={submit((form) => ({
        jobCommandName: 'RunApexTests',
        jobTemplate: toRunApexTestsTemplate(form),
      }))}
    >
      <RunApexTestsFields control={control} />
    </FormDialog>
  )
}
