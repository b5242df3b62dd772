import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { sourceOf } from './create-environment-schema.ts'
import { branchExists } from './known-names.ts'
import type { StepProps } from './step-props.ts'
import { useConfirmedName } from './use-confirmed-name.ts'

export function BranchStep({ form, known, isPending }: StepProps & { isPending: boolean }) {
  const name = useConfirmedName(form, 'gitBranchName', 'allowUseExistingBranch')
  const exists = branchExists(known, name)
  const source = sourceOf(known, form.getValues())?.gitBranchName
  return (
    <>
      {exists === null && !isPending ? (
        <Notice
          kind="warning"
          title="We are not able to determine which Git branches already exist. You can still proceed with environment creation."
        />
      ) : null}
      <TextField
        control={form.control}
        name="gitBranchName"
        label="Git branch name"
        hint={
          exists === false
            ? `The branch does not exist. It is created from ${source ?? 'the branch of the source environment'}.`
            : undefined
        }
        isMono
      />
      {exists === false || isPending ? null : (
        <CheckboxField
          control={form.control}
          name="allowUseExistingBranch"
          label="Use existing Git branch"
          hint={
            exists
              ? 'The branch is in the repository already. The environment continues with what it holds.'
              : 'If the branch is in the repository already, the environment continues with what it holds. Otherwise the job ends when it finds the branch.'
          }
        />
      )}
    </>
  )
}
