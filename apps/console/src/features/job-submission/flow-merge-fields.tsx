import type { ReactNode } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { EnvironmentPicker, SourcePicker } from './environment-picker.tsx'
import { conflictStrategyLabels, retrieveModeLabels } from './flow-in-fields.tsx'
import type { FlowMergeForm } from './flow-merge-form.ts'
import { SettingsGroup, TargetOutSettings } from './flow-merge-target-out.tsx'

interface PartProps {
  control: Control<FlowMergeForm>
}

/** All fields of a flow merge. A schedule shows them all; the dialog puts environments and settings in different places. */
export function FlowMergeFields({ control }: PartProps) {
  return (
    <>
      <FlowMergeEnvironments control={control} />
      <FlowMergeSettings control={control} />
    </>
  )
}

/** All fields of a flow merge except those for its environments. */
export function FlowMergeSettings({ control }: PartProps) {
  return (
    <>
      <Merge control={control} />
      <div className="grid gap-4 lg:grid-cols-2">
        <PartIn control={control} part="sourceIn" title="Source flow in" skipLabel="No flow in" />
        <PartIn control={control} part="targetIn" title="Target flow in" skipLabel="No target in" />
      </div>
      <TargetOutSettings control={control} />
    </>
  )
}

/** The fields for the source and the targets of a flow merge. */
export function FlowMergeEnvironments({ control }: PartProps) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <SourcePicker {...useController({ control, name: 'sourceIds' })} />
      <EnvironmentPicker
        label="Target environments"
        include={useController({ control, name: 'targets.include' })}
        thenExclude={useController({ control, name: 'targets.thenExclude' })}
      />
    </div>
  )
}

function Merge({ control }: PartProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <SelectField
        control={control}
        name="mergeConflictsStrategy"
        label="Merge conflicts"
        hint="Local is the branch of the target, remote that of the source. With “Ask for each conflict” the job waits until its conflicts are resolved; a check-only job ends instead."
        items={conflictStrategyLabels}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <CheckboxField
          control={control}
          name="checkOnly"
          label="Check-only"
          hint="Merges and validates, and changes no branch and no org."
        />
        <CheckboxField
          control={control}
          name="isSemanticMergeOn"
          label="Semantic merge"
          hint="Merges metadata by its elements. Off: line by line."
        />
        <CheckboxField
          control={control}
          name="allowUnsupportedApiVersions"
          label="Allow unsupported API versions"
          hint="Also merges metadata of a newer API version than the target org has."
        />
        <CheckboxField
          control={control}
          name="collectRetrievedMetadataArchives"
          label="Collect retrieved metadata archives"
          hint="Keeps what Salesforce sent as artifacts of the job."
        />
      </div>
    </div>
  )
}

interface PartInProps extends PartProps {
  part: 'sourceIn' | 'targetIn'
  title: string
  skipLabel: string
}

const skipHints: Readonly<Record<PartInProps['part'], ReactNode>> = {
  sourceIn: 'Takes the branch of the source as it is.',
  targetIn: 'Takes the branch of the target as it is; the deployment may meet changes of the org.',
}

function PartIn({ control, part, title, skipLabel }: PartInProps) {
  const isLeftOut = useWatch({ control, name: `${part}.isLeftOut` })
  return (
    <SettingsGroup title={title}>
      <CheckboxField control={control} name={`${part}.isLeftOut`} label={skipLabel} hint={skipHints[part]} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name={`${part}.retrieveMode`}
          label="Retrieve mode"
          items={retrieveModeLabels}
          disabled={isLeftOut}
        />
        <SelectField
          control={control}
          name={`${part}.conflictsStrategy`}
          label="Merge conflicts"
          hint="Local is the branch, remote is its org."
          items={conflictStrategyLabels}
          disabled={isLeftOut}
        />
        <CheckboxField
          control={control}
          name={`${part}.isSemanticMergeOn`}
          label="Semantic merge"
          disabled={isLeftOut}
        />
        <CheckboxField
          control={control}
          name={`${part}.acceptDeletions`}
          label="Accept deletions"
          disabled={isLeftOut}
        />
      </div>
    </SettingsGroup>
  )
}
