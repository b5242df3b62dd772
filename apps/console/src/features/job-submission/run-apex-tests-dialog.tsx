import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { RunApexTestsFields } from './run-apex-tests-fields.tsx'
import {
  type RunApexTestsForm,
  newTestRun,
  runApexTestsForm,
  toRunApexTestsTemplate,
} from './run-apex-tests-form.ts'
import { useProvisionJobs } from './use-provision-jobs.ts'

interface RunApexTestsDialogProps {
  isOpen: boolean
  onClose: () => void
  initial: RunApexTestsForm | null
}

export function RunApexTestsDialog({ isOpen, onClose, initial }: RunApexTestsDialogProps) {
  const { control, handleSubmit, formState, reset } = useForm<RunApexTestsForm>({
    resolver: zodResolver(runApexTestsForm),
    defaultValues: newTestRun([]),
    mode: 'onTouched',
  })
  const { mutate, isPending, error, reset: forgetError } = useProvisionJobs(onClose)
  useEffect(() => {
    if (!isOpen) return
    reset(initial ?? newTestRun([]))
    forgetError()
  }, [isOpen, initial, reset, forgetError])
  const submit = handleSubmit((form) =>
    mutate({ jobCommandName: 'RunApexTests', jobTemplate: toRunApexTestsTemplate(form) }),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      width="lg"
      title="Run Apex tests in environments"
      description="Runs tests in the orgs on their own and deploys nothing. Tests cannot be run against a production org as part of a deployment from here; run them there with this dialog."
      isPending={isPending}
      error={error}
      problemHeading="There was a problem submitting the Apex test job"
      onSubmit={submit}
    >
      <RunApexTestsFields control={control} />
    </FormDialog>
  )
}
