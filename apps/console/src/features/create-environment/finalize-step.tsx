import { sandboxLicenseLabels } from '@sluice/contract/sandbox'
import { useFormState } from 'react-hook-form'
import { Properties } from '../../platform/ui/card.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import type { EditedTag } from '../environment-tags/tag-editor-state.ts'
import { apiVersionText } from '../environments/environment-api-versions.ts'
import type { CreateEnvironmentForm } from './create-environment-schema.ts'
import { branchExists, sandboxExists } from './known-names.ts'
import type { StepProps } from './step-props.ts'

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
