import { type Control, useController } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import type { DeleteEnvironmentsForm } from './delete-environments-form.ts'
import { EnvironmentPicker } from './environment-picker.tsx'

/** Every setting of a deletion of environments. */
export function DeleteEnvironmentsFields({ control }: { control: Control<DeleteEnvironmentsForm> }) {
  return (
    <>
      <EnvironmentPicker
        offers="sandboxes"
        include={useController({ control, name: 'environments.include' })}
        thenExclude={useController({ control, name: 'environments.thenExclude' })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <CheckboxField
          control={control}
          name="deleteGitBranch"
          label="Delete Git branch"
          hint="Deletes the branch of each environment, with the commits that no other branch has."
        />
        <CheckboxField
          control={control}
          name="deleteSandbox"
          label="Delete sandbox"
          hint="Deletes the sandbox of each environment in Salesforce, with all of its data. Salesforce can refuse that for some days after a sandbox was created or refreshed."
        />
      </div>
    </>
  )
}
