import type { Environment } from '@sluice/contract/environment'
import { type Control, useController, useFormState, useWatch } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { NumberField } from '../../platform/forms/fields/number-field.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { AdvancedSettings } from './advanced-settings.tsx'
import { EnvironmentPicker } from './environment-picker.tsx'
import type { FlowOutForm } from './flow-out-form.ts'
import { clobberLabels, diffModeLabels, testLevelLabels, warningsLabels } from './flow-out-labels.ts'
import { FlowOutPresetCards } from './flow-out-preset-cards.tsx'
import { useMeantEnvironments } from './preview/use-flow-preview.ts'

interface PartProps {
  control: Control<FlowOutForm>
}

/** Every setting of a flow out, for a page that has the room. */
export function FlowOutFields({ control }: PartProps) {
  const environments = useMeantEnvironments(useWatch({ control, name: 'environments' }))
  return (
    <>
      <EnvironmentPicker
        include={useController({ control, name: 'environments.include' })}
        thenExclude={useController({ control, name: 'environments.thenExclude' })}
      />
      <Switches control={control} />
      <Strategies control={control} environments={environments} />
      <TestClasses control={control} />
    </>
  )
}

/** How the flow out is made, for a dialog: four ways that most are, and the rest below them. */
export function FlowOutSettings({ control }: PartProps) {
  const { errors } = useFormState({ control })
  const environments = useMeantEnvironments(useWatch({ control, name: 'environments' }))
  return (
    <>
      <FlowOutPresetCards control={control} />
      <TestClasses control={control} />
      <AdvancedSettings hasErrors={errors.maxNumberAttempts !== undefined}>
        <Strategies control={control} environments={environments} />
        <Switches control={control} />
      </AdvancedSettings>
    </>
  )
}

function TestClasses({ control }: PartProps) {
  const testLevel = useWatch({ control, name: 'testLevel' })
  return (
    <TextField
      control={control}
      name="testClasses"
      label="Test classes"
      hint="Apex class names, separated by whitespace, comma or semicolon. Used with the test level Specified tests."
      disabled={testLevel !== 'RunSpecifiedTests'}
      isMono
    />
  )
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
        name="noConfirm"
        label="No confirm"
        hint="Deploys without asking. Otherwise the job stops before it deploys, and a member reviews what it is going to change."
      />
      <CheckboxField
        control={control}
        name="acceptDeletions"
        label="Accept deletions"
        hint="With the diff mode Org and without asking: deletes in the org what the branch does not have."
      />
      <CheckboxField
        control={control}
        name="collectDeploymentDeltaArchives"
        label="Collect deployment delta archives"
        hint="Keeps what was sent to Salesforce as artifacts of the job."
      />
    </div>
  )
}

function Strategies({ control, environments }: PartProps & { environments: readonly Environment[] }) {
  const [noConfirm, diffMode, warnings, purge] = useWatch({
    control,
    name: ['noConfirm', 'diffMode', 'ignoreWarningsStrategy', 'purgeOnDeleteStrategy'],
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        control={control}
        name="diffMode"
        label="Diff mode"
        hint={hintWithAuto(
          'History compares commits; Org retrieves the org and makes it equal to the branch.',
          diffMode === 'Auto',
          effectiveDiffMode(environments),
        )}
        items={diffModeLabels}
      />
      <SelectField
        control={control}
        name="clobberStrategy"
        label="Clobbered org changes"
        hint="What happens where somebody changed in the org what the flow out would overwrite."
        items={clobberLabels({ noConfirm })}
      />
      <SelectField
        control={control}
        name="ignoreWarningsStrategy"
        label="Ignore warnings"
        hint={hintWithAuto(
          'Whether a component with a warning is deployed.',
          warnings === 'Auto',
          effectiveWarnings(environments),
        )}
        items={warningsLabels}
      />
      <SelectField
        control={control}
        name="purgeOnDeleteStrategy"
        label="Purge on delete"
        hint={hintWithAuto(
          'Whether deleted components skip the recycle bin, which production never allows.',
          purge === 'Auto',
          effectivePurge(environments),
        )}
        items={warningsLabels}
      />
      <Attempts control={control} />
    </div>
  )
}

function Attempts({ control }: PartProps) {
  return (
    <>
      <NumberField
        control={control}
        name="maxNumberAttempts"
        label="Maximum number of attempts"
        hint="Each attempt leaves out what failed in those before."
        min={1}
      />
      <SelectField
        control={control}
        name="testLevel"
        label="Test level"
        hint="Automatic leaves the choice to Salesforce."
        items={testLevelLabels}
      />
    </>
  )
}

type Kinds = readonly Pick<Environment, 'isProduction' | 'latestKnownParityCommitHashOutbound'>[]

/** What a choice comes to in sandboxes and in production, for the environments that are meant. */
function byKind(
  environments: Kinds,
  of: { readonly sandbox: string; readonly production: string },
): string | null {
  const kinds = new Set(environments.map(({ isProduction }) => isProduction))
  if (kinds.size === 0) return null
  if (kinds.size === 2) return `${of.sandbox} in sandboxes, ${of.production.toLowerCase()} in production`
  return kinds.has(true) ? `${of.production}, production` : `${of.sandbox}, sandbox`
}

/** What Auto means for warnings. */
const effectiveWarnings = (environments: Kinds): string | null =>
  byKind(environments, { sandbox: 'Always', production: 'Never' })

/** What Auto means for deletions that skip the recycle bin. */
const effectivePurge = (environments: Kinds): string | null =>
  byKind(environments, { sandbox: 'Always', production: 'Never' })

/** What Auto means for the comparison, as far as it is known before the job runs. */
function effectiveDiffMode(environments: Kinds): string | null {
  if (environments.length === 0) return null
  const known = environments.filter((one) => one.latestKnownParityCommitHashOutbound !== null).length
  if (known === environments.length) return 'History'
  return known === 0 ? 'Org' : 'History where something was deployed before, else Org'
}

/** A hint with the value that Auto stands for. */
const hintWithAuto = (hint: string, isAuto: boolean, effective: string | null): string =>
  isAuto && effective !== null ? `${hint} Auto → ${effective}.` : hint
