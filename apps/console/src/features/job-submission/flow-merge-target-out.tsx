import type { ReactNode } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { NumberField } from '../../platform/forms/fields/number-field.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import type { FlowMergeForm } from './flow-merge-form.ts'
import { clobberLabels, diffModeLabels, testLevelLabels, warningsLabels } from './flow-out-labels.ts'

interface TargetOutProps {
  control: Control<FlowMergeForm>
}

/** How the merge is deployed. */
export function TargetOutSettings({ control }: TargetOutProps) {
  const isLeftOut = useWatch({ control, name: 'targetOut.isLeftOut' })
  return (
    <SettingsGroup title="Target flow out">
      <CheckboxField
        control={control}
        name="targetOut.isLeftOut"
        label="No target out"
        hint="Pushes the merge to the branch of the target and deploys nothing."
      />
      {isLeftOut ? null : (
        <>
          <Strategies control={control} />
          <Tests control={control} />
          <Switches control={control} />
        </>
      )}
    </SettingsGroup>
  )
}

function Strategies({ control }: TargetOutProps) {
  const noConfirm = useWatch({ control, name: 'targetOut.noConfirm' })
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField control={control} name="targetOut.diffMode" label="Diff mode" items={diffModeLabels} />
      <SelectField
        control={control}
        name="targetOut.clobberStrategy"
        label="Clobbered org changes"
        items={clobberLabels({ noConfirm })}
      />
      <NumberField
        control={control}
        name="targetOut.maxNumberAttempts"
        label="Maximum number of attempts"
        min={1}
      />
      <SelectField
        control={control}
        name="targetOut.ignoreWarningsStrategy"
        label="Ignore warnings"
        items={warningsLabels}
      />
      <SelectField
        control={control}
        name="targetOut.purgeOnDeleteStrategy"
        label="Purge on delete"
        items={warningsLabels}
      />
      <SelectField control={control} name="targetOut.testLevel" label="Test level" items={testLevelLabels} />
    </div>
  )
}

function Tests({ control }: TargetOutProps) {
  const testLevel = useWatch({ control, name: 'targetOut.testLevel' })
  return (
    <TextField
      control={control}
      name="targetOut.testClasses"
      label="Test classes"
      hint="Apex class names, separated by whitespace, comma or semicolon. Used with the test level Specified tests."
      disabled={testLevel !== 'RunSpecifiedTests'}
      isMono
    />
  )
}

function Switches({ control }: TargetOutProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <CheckboxField
        control={control}
        name="targetOut.allOrNothing"
        label="All or nothing"
        hint="Deploys, and pushes the merge, only if every component succeeds."
      />
      <CheckboxField
        control={control}
        name="targetOut.resetExclusions"
        label="Reset exclusions"
        hint="Each attempt leaves out only what failed in the one before."
      />
      <CheckboxField
        control={control}
        name="targetOut.noConfirm"
        label="No confirm"
        hint="Deploys without asking. Otherwise the job stops before it deploys, and a member reviews what it is going to change."
      />
      <CheckboxField
        control={control}
        name="targetOut.acceptDeletions"
        label="Accept deletions"
        hint="With the diff mode Org: deletes in the org what the merged branch does not have."
      />
      <CheckboxField
        control={control}
        name="targetOut.collectDeploymentDeltaArchives"
        label="Collect deployment delta archives"
        hint="Keeps what was sent to Salesforce as artifacts of the job."
      />
    </div>
  )
}

/** Settings of one part of a job, under its name. */
export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-line flex min-w-0 flex-col gap-4 rounded-md border px-4 pt-2 pb-4">
      <legend className="px-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
