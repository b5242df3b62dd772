import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import { useCallback } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Properties } from '../../platform/ui/card.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import type { TokenResponse } from '@sluice/contract/salesforce-sign-in'
import { DeviceCodeConnection } from '../salesforce-connection/device-code-connection.tsx'
import { type CreateStackForm, proposedSlug } from './create-stack-form.ts'

interface StepProps {
  form: UseFormReturn<CreateStackForm>
}

export function BasicStep({ form }: StepProps) {
  const name = useWatch({ control: form.control, name: 'name' })
  return (
    <>
      <TextField control={form.control} name="name" label="Stack name" />
      <TextField
        control={form.control}
        name="slug"
        label="Slug"
        hint="Part of the stack's address. Leave empty to derive it from the name."
        placeholder={proposedSlug(name)}
        isMono
      />
      <details className="border-line rounded-lg border">
        <summary className="cursor-default rounded-lg px-4 py-2.5 font-medium">More options</summary>
        <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
          <TextField control={form.control} name="metadataPath" label="Metadata path" isMono />
        </div>
      </details>
    </>
  )
}

export function VersionControlStep({ form }: StepProps) {
  return (
    <TextField
      control={form.control}
      name="metadataPath"
      label="Metadata directory"
      hint="Where the metadata stands in the repository, relative to its root."
      isMono
    />
  )
}

export function SalesforceStep({ form }: StepProps) {
  const token = useWatch({ control: form.control, name: 'token' })
  const { setValue } = form
  const keep = useCallback(
    (authorized: TokenResponse, signInUrl: string) => {
      setValue('token', authorized)
      setValue('signInUrl', signInUrl)
    },
    [setValue],
  )
  if (!token) return <DeviceCodeConnection onAuthorized={keep} />
  return (
    <>
      <Notice kind="info" title="Successfully connected to your Salesforce org">
        <p className="text-fg-2 wrap-anywhere">
          {token.orgName} · {token.username} · {token.domain}
        </p>
      </Notice>
      <div>
        <Button size="sm" onClick={() => setValue('token', null)}>
          Modify the connection details
        </Button>
      </div>
    </>
  )
}

export function ApiVersionStep({ form }: StepProps) {
  const mode = useWatch({ control: form.control, name: 'sfdcApiVersionMode' })
  return (
    <ChoiceCards
      label="API version mode"
      value={mode}
      onValueChange={(value) => form.setValue('sfdcApiVersionMode', value)}
      choices={[
        {
          value: 'Baseline',
          title: apiVersionModeLabels.Baseline,
          description: 'Baseline: the newest version that every org of the stack supports.',
        },
        {
          value: 'Latest',
          title: apiVersionModeLabels.Latest,
          description: 'Each org works with the newest version that it supports itself.',
        },
      ]}
    />
  )
}

export function FinalizeStep({ form }: StepProps) {
  const values = useWatch({ control: form.control })
  return (
    <>
      <p className="text-fg-2">The stack is created with these settings. You initialize it afterwards.</p>
      <div className="border-line rounded-lg border">
        <Properties
          rows={[
            { label: 'Name', value: values.name },
            {
              label: 'Repository',
              value: values.repository === 'custom' ? values.repositoryUrl : 'Managed by Sluice',
            },
            {
              label: 'Metadata path',
              value: <code className="text-12 font-mono">{values.metadataPath}</code>,
            },
            { label: 'Salesforce org', value: values.token?.orgName ?? '—' },
            { label: 'API version', value: apiVersionModeLabels[values.sfdcApiVersionMode ?? 'Baseline'] },
          ]}
        />
      </div>
    </>
  )
}
