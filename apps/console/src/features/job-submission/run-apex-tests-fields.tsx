import { type Control, useController, useWatch } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { NumberField } from '../../platform/forms/fields/number-field.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { EnvironmentPicker } from './environment-picker.tsx'
import type { RunApexTestsForm } from './run-apex-tests-form.ts'

interface RunApexTestsFieldsProps {
  control: Control<RunApexTestsForm>
}

/** Every setting of a run of Apex tests. */
export function RunApexTestsFields({ control }: RunApexTestsFieldsProps) {
  return (
    <>
      <EnvironmentPicker
        include={useController({ control, name: 'environments.include' })}
        thenExclude={useController({ control, name: 'environments.thenExclude' })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField control={control} name="testLevel" label="Test level" items={levelLabels} />
        <NumberField
          control={control}
          name="maxFailedTests"
          label="Maximum number of failed tests"
          hint="The run stops when more tests than this have failed. Empty: all tests run."
          min={0}
        />
      </div>
      <Names control={control} />
      <CheckboxField
        control={control}
        name="noCodeCoverage"
        label="No code coverage"
        hint="Does not measure which lines the tests reach, which is faster."
      />
    </>
  )
}

const levelLabels = {
  RunSpecifiedTests: 'Specified tests',
  RunLocalTests: 'Local tests',
  RunAllTestsInOrg: 'All tests in the org',
} as const

function Names({ control }: RunApexTestsFieldsProps) {
  const isDisabled = useWatch({ control, name: 'testLevel' }) !== 'RunSpecifiedTests'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="classNames"
        label="Test classes"
        hint="Apex class names, separated by whitespace, comma or semicolon. Used with the test level Specified tests."
        disabled={isDisabled}
        isMono
      />
      <TextField
        control={control}
        name="suiteNames"
        label="Test suites"
        hint="Names of Apex test suites, separated in the same way."
        disabled={isDisabled}
        isMono
      />
    </div>
  )
}
