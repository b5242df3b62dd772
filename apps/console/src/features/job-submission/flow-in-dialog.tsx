import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { EnvironmentPicker } from './environment-picker.tsx'
import {
  conflictStrategyLabels,
  type FlowInForm,
  flowInForm,
  newFlowIn,
  retrieveModeLabels,
  toFlowInTemplate,
} from './flow-in-form.ts'
import { useProvisionJobs } from './use-provision-jobs.ts'

interface FlowInDialogProps {
  isOpen: boolean
  onClose: () => void
  initial: FlowInForm | null
}

export function FlowInDialog({ isOpen, onClose, initial }: FlowInDialogProps) {
  const { control, handleSubmit, reset } = useForm<FlowInForm>({
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
  const submit = handleSubmit((form) =>
    mutate({ jobCommandName: 'FlowIn', jobTemplate: toFlowInTemplate(form) }),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      width="lg"
      title="Flow in environments"
      description="Retrieves what changed in the orgs and commits it to Git."
      isPending={isPending}
      error={error}
      problemHeading="There was a problem submitting the inbound flow job"
      onSubmit={submit}
    >
      <EnvironmentPicker
        include={useController({ control, name: 'environments.include' })}
        thenExclude={useController({ control, name: 'environments.thenExclude' })}
      />
      <Settings control={control} />
    </FormDialog>
  )
}

function Settings({ control }: { control: Control<FlowInForm> }) {
  return (
    <>
      <TextField
        control={control}
        name="gitCommitMessage"
        label="Commit message"
        hint="Leave empty to let Sluice generate one."
      />
      <SelectField
        control={control}
        name="mergeConflictsStrategy"
        label="Merge conflicts"
        hint="Local is the branch, remote is the org. Asking is not possible yet: with “Ask for each conflict” the job ends at a conflict and pushes nothing."
        items={conflictStrategyLabels}
      />
      <SelectField
        control={control}
        name="retrieveMode"
        label="Retrieve mode"
        hint="Partial retrieves what may have changed since the last flow in, Full everything. Auto is Partial where nothing speaks against it."
        items={retrieveModeLabels}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <CheckboxField
          control={control}
          name="checkOnly"
          label="Check-only"
          hint="Reports what would change and commits nothing."
        />
        <CheckboxField
          control={control}
          name="isSemanticMergeOn"
          label="Semantic merge"
          hint="Merges metadata by its elements. Off: line by line."
        />
        <CheckboxField
          control={control}
          name="force"
          label="Force"
          hint="Makes the branch equal the org: work that is only in Git is undone."
        />
        <CheckboxField
          control={control}
          name="acceptDeletions"
          label="Accept deletions"
          hint="Also deletes many components at once, most of a type or a whole folder, where Salesforce says that they are gone."
        />
        <CheckboxField
          control={control}
          name="collectRetrievedMetadataArchives"
          label="Collect retrieved metadata archives"
          hint="Keeps what Salesforce sent as artifacts of the job."
        />
      </div>
    </>
  )
}
