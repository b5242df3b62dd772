import { sandboxLicenseLabels } from '@sluice/contract/sandbox'
import { type Dispatch, useEffect, useRef } from 'react'
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Properties } from '../../platform/ui/card.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import type { EditedTag, TagEvent } from '../environment-tags/tag-editor-state.ts'
import { TagEditor } from '../environment-tags/tag-editor.tsx'
import {
  type ApiVersionChoice,
  apiVersionText,
  environmentApiVersionChoices,
} from '../environments/environment-api-versions.ts'
import { type CreateEnvironmentForm, sourceOf } from './create-environment-schema.ts'
import { type KnownNames, branchExists, sandboxExists } from './known-names.ts'

export const BasicStep = ({ form }: Pick<StepProps, 'form'>) => (
  <TextField control={form.control} name="environmentName" label="Environment name" />
)

export function ApiStep({ form }: Pick<StepProps, 'form'>) {
  const value = useWatch({ control: form.control, name: 'apiVersion' })
  const { sfdcApiVersionMode } = useStack()
  return (
    <ChoiceCards<ApiVersionChoice>
      label="API version mode"
      value={value}
      onValueChange={(next) => form.setValue('apiVersion', next)}
      choices={environmentApiVersionChoices(sfdcApiVersionMode)}
    />
  )
}

interface TagsStepProps {
  tags: readonly EditedTag[]
  dispatch: Dispatch<TagEvent>
}

/** No tag is marked as changed, because all of them are new. */
export const TagsStep = ({ tags, dispatch }: TagsStepProps) => (
  <TagEditor
    tags={tags.map((tag) => ({ ...tag, isModified: false }))}
    dispatch={dispatch}
    isDisabled={false}
  />
)

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

export function FinalizeStep({ form, known, tags }: StepProps & { tags: readonly EditedTag[] }) {
  const values = form.getValues()
  const branch = originOf(branchExists(known, values.gitBranchName), values.allowUseExistingBranch)
  const sandbox = originOf(sandboxExists(known, values.sfdcSandboxName), values.allowUseExistingSandbox)
  const license = sandbox === 'existing' ? '' : `, ${sandboxLicenseLabels[values.sfdcSandboxLicenseType]}`
  return (
    <>
      <p className="text-fg-2">
        A job creates the environment with these settings. Salesforce may take from minutes to days to make a
        sandbox.
      </p>
      <OpenProblems form={form} />
      <div className="border-line rounded-lg border">
        <Properties
          rows={[
            { label: 'Environment name', value: values.environmentName },
            { label: 'Git branch', value: `${values.gitBranchName} (${branch})` },
            { label: 'Sandbox', value: `${values.sfdcSandboxName} (${sandbox}${license})` },
            {
              label: 'API version',
              value: apiVersionText(values.apiVersion),
            },
            {
              label: 'Tags',
              value:
                tags.map(({ name, value }) => (value === null ? name : `${name}: ${value}`)).join(', ') ||
                '—',
            },
            ...rowsOfApi(values.ofApi),
          ]}
        />
      </div>
    </>
  )
}

/** Null stands for not known: then a confirmation admits both. */
function originOf(exists: boolean | null, isConfirmed: boolean): string {
  if (exists === null) return isConfirmed ? 'existing or new' : 'new'
  return exists ? 'existing' : 'new'
}

/** What somebody has taken since the steps were filled in. */
function OpenProblems({ form }: Pick<StepProps, 'form'>) {
  const { errors } = useFormState({ control: form.control })
  const messages = Object.values(errors).flatMap(({ message }) => (message ? [message] : []))
  if (messages.length === 0) return null
  return (
    <Notice kind="error" title="Something has changed since you filled in the steps. Go back and change it.">
      {messages.map((message) => (
        <p key={message} className="text-fg-2 wrap-anywhere">
          {message}
        </p>
      ))}
    </Notice>
  )
}

/** No step asks for these settings, so that they are shown only where a job that is run again has them. */
function rowsOfApi(ofApi: CreateEnvironmentForm['ofApi']) {
  const { sfdcSandboxMaxHistoryDays: days, sfdcSandboxCopyChatter: chatter } = ofApi
  const rows = [
    { label: 'Source environment', value: ofApi.sourceEnvironmentName },
    { label: 'Apex class', value: ofApi.sfdcSandboxApexClassName },
    { label: 'Days of history', value: days === -1 ? 'All' : days },
    { label: 'Chatter data', value: chatter ? 'Copied' : null },
  ]
  return rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value: String(value) }]))
}

/** What each step of the wizard gets. */
export interface StepProps {
  form: UseFormReturn<CreateEnvironmentForm>
  known: KnownNames
}

type Name = 'gitBranchName' | 'sfdcSandboxName'
type Confirmation = 'allowUseExistingBranch' | 'allowUseExistingSandbox'

/** The name as it is entered. A confirmation to use what exists under a name does not count for another name. */
export function useConfirmedName(
  form: UseFormReturn<CreateEnvironmentForm>,
  name: Name,
  confirmation: Confirmation,
): string {
  const entered = useWatch({ control: form.control, name })
  const confirmed = useRef(entered)
  useEffect(() => {
    if (confirmed.current === entered) return
    confirmed.current = entered
    form.setValue(confirmation, false)
  }, [confirmation, entered, form])
  return entered
}
