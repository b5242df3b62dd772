import { type Control, useController, useFormState, useWatch } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { AdvancedSettings } from './advanced-settings.tsx'
import { EnvironmentPicker } from './environment-picker.tsx'
import type { FlowInForm } from './flow-in-form.ts'

interface FlowInFieldsProps {
  control: Control<FlowInForm>
}

/** Every setting of a flow in, for a page that has the room. */
export function FlowInFields({ control }: FlowInFieldsProps) {
  return (
    <>
      <EnvironmentPicker
        include={useController({ control, name: 'environments.include' })}
        thenExclude={useController({ control, name: 'environments.thenExclude' })}
      />
      <Common control={control} />
      <Advanced control={control} />
    </>
  )
}

/** How the flow in is made, for a dialog: what people decide each time, and the rest below it. */
export function FlowInSettings({ control }: FlowInFieldsProps) {
  const { errors } = useFormState({ control })
  return (
    <>
      <Common control={control} />
      <AdvancedSettings hasErrors={errors.retrieveMode !== undefined}>
        <Advanced control={control} />
      </AdvancedSettings>
    </>
  )
}

function Common({ control }: FlowInFieldsProps) {
  const force = useWatch({ control, name: 'force' })
  return (
    <>
      <TextField
        control={control}
        name="gitCommitMessage"
        label="Commit message"
        hint="Leave empty to let Sluice generate one."
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
          name="force"
          label="Force"
          hint="Makes the branch equal the org: work that is only in Git is undone. The job lists it and asks first."
        />
        {force ? (
          <CheckboxField
            control={control}
            name="noConfirm"
            label="No confirm"
            hint="Throws away what is only in Git without asking."
          />
        ) : null}
      </div>
    </>
  )
}

function Advanced({ control }: FlowInFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="mergeConflictsStrategy"
          label="Merge conflicts"
          hint="Local is the branch, remote is the org. With “Ask for each conflict” the job waits until its conflicts are resolved; a check-only job ends instead."
          items={conflictStrategyLabels}
        />
        <SelectField
          control={control}
          name="retrieveMode"
          label="Retrieve mode"
          hint="Partial retrieves what may have changed since the last flow in, Full everything. Auto is Partial where nothing speaks against it."
          items={retrieveModeLabels}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <CheckboxField
          control={control}
          name="isSemanticMergeOn"
          label="Semantic merge"
          hint="Merges metadata by its elements. Off: line by line."
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

export const conflictStrategyLabels = {
  AskForEach: 'Ask for each conflict',
  PreferLocal: 'Prefer local',
  PreferRemote: 'Prefer remote',
  TakeLocalFile: 'Take local file',
  TakeRemoteFile: 'Take remote file',
  Abort: 'Abort the job',
} as const

export const retrieveModeLabels = {
  Auto: 'Auto',
  Partial: 'Partial',
  Full: 'Full',
} as const
