import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { NumberField } from '../../platform/forms/fields/number-field.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { EnvironmentPicker } from './environment-picker.tsx'
import { type FlowOutForm, flowOutForm, newFlowOut, toFlowOutTemplate } from './flow-out-form.ts'
import { clobberLabels, diffModeLabels, testLevelLabels, warningsLabels } from './flow-out-labels.ts'
import { useProvisionJobs } from './use-provision-jobs.ts'

interface FlowOutDialogProps {
  isOpen: boolean
  onClose: () => void
  initial: FlowOutForm | null
}

export function FlowOutDialog({ isOpen, onClose, initial }: FlowOutDialogProps) {
  const { control, handleSubmit, reset } = useForm<FlowOutForm>({
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
  const submit = handleSubmit((form) =>
    mutate({ jobCommandName: 'FlowOut', jobTemplate: toFlowOutTemplate(form) }),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      width="lg"
      title="Flow out environments"
      description="Deploys what changed in Git to the orgs."
      isPending={isPending}
      error={error}
      problemHeading="There was a problem submitting the outbound flow job"
      onSubmit={submit}
    >
      <EnvironmentPicker
        include={useController({ control, name: 'environments.include' })}
        thenExclude={useController({ control, name: 'environments.thenExclude' })}
      />
      <Switches control={control} />
      <Strategies control={control} />
      <Tests control={control} />
    </FormDialog>
  )
}

interface PartProps {
  control: Control<FlowOutForm>
}

function Switches({ control }: PartProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <CheckboxField
        control={control}
        name="checkOnly"
        label="Check-only"
        hint="Validates in Salesforce and changes nothing."
      />
      <CheckboxField
        control={control}
        name="allOrNothing"
        label="All or nothing"
        hint="Deploys only if every component succeeds."
      />
      <CheckboxField
        control={control}
        name="resetExclusions"
        label="Reset exclusions"
        hint="Each attempt leaves out only what failed in the one before."
      />
      <CheckboxField
        control={control}
        name="acceptDeletions"
        label="Accept deletions"
        hint="With the diff mode Org: deletes in the org what the branch does not have."
      />
    </div>
  )
}

function Strategies({ control }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField control={control} name="diffMode" label="Diff mode" items={diffModeLabels} />
      <SelectField
        control={control}
        name="ignoreWarningsStrategy"
        label="Ignore warnings"
        items={warningsLabels}
      />
      <SelectField
        control={control}
        name="purgeOnDeleteStrategy"
        label="Purge on delete"
        items={warningsLabels}
      />
      <SelectField
        control={control}
        name="clobberStrategy"
        label="Clobbered org changes"
        hint="Changes in the org that the flow out would overwrite."
        items={clobberLabels}
      />
      <NumberField control={control} name="maxNumberAttempts" label="Maximum number of attempts" min={1} />
      <SelectField control={control} name="testLevel" label="Test level" items={testLevelLabels} />
    </div>
  )
}

function Tests({ control }: PartProps) {
  const testLevel = useWatch({ control, name: 'testLevel' })
  return (
    <>
      <TextField
        control={control}
        name="testClasses"
        label="Test classes"
        hint="Apex class names, separated by whitespace, comma or semicolon. Used with the test level Specified tests."
        disabled={testLevel !== 'RunSpecifiedTests'}
        isMono
      />
      <CheckboxField
        control={control}
        name="collectDeploymentDeltaArchives"
        label="Collect deployment delta archives"
        hint="Keeps what was sent to Salesforce as artifacts of the job."
      />
    </>
  )
}
