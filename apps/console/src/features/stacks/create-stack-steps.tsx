import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import { limits } from '@sluice/contract/limits'
import { slugFromName } from '@sluice/contract/slug-from-name'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { SwitchField } from '../../platform/forms/fields/switch-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { useSettled } from '../../platform/ui/use-settled.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Properties } from '../../platform/ui/card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { Connected, ConnectionMethods } from '../salesforce-connection/connection-methods.tsx'
import type { Connection } from '../salesforce-connection/connection.ts'
import { FoundLayout } from '../stack-initialization/found-layout.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { apiVersionChoices } from './api-version-choices.ts'
import type { CreateStackForm } from './create-stack-form.ts'
import { portabilityHint, portabilityLabel } from './portability-text.ts'

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
        placeholder={slugFromName(name)}
        isMono
      />
      <details className="border-line rounded-lg border">
        <summary className="cursor-default rounded-lg px-4 py-2.5 font-medium">More options</summary>
        <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
          <TextField control={form.control} name="metadataPath" label="Metadata path" isMono />
          <PortabilityField form={form} />
        </div>
      </details>
    </>
  )
}

export function VersionControlStep({ form }: StepProps) {
  const look = useLayoutOfRepository(form)
  return (
    <>
      <TextField
        control={form.control}
        name="metadataPath"
        label="Metadata directory"
        hint="Where the metadata stands in the repository, relative to its root. It is fixed once the stack is initialized."
        isMono
      />
      <FoundLayout look={look} />
      <PortabilityField form={form} hint={portabilityHint} />
    </>
  )
}

/** How the default branch of a repository that somebody brings keeps metadata; nothing is asked about a new one. */
function useLayoutOfRepository(form: UseFormReturn<CreateStackForm>) {
  const client = useClient()
  const { id: workspaceId } = useWorkspace()
  const values = useWatch({ control: form.control })
  const { repository, repositoryUrl = '', username = '', password = '' } = values
  const path = useSettled(values.metadataPath ?? '', 400)
  return useQuery({
    queryKey: ['layout of repository', repositoryUrl, username, path],
    queryFn: ({ signal }) =>
      client.stacks.getLayoutOfRepository({
        params: { workspaceId },
        body: { repositoryUrl, username, password, metadataDirectoryRelativePath: path },
        signal,
      }),
    enabled: repository === 'custom' && path.length <= limits.relativePath,
    staleTime: 60_000,
    retry: false,
  })
}

const PortabilityField = ({ form, hint }: StepProps & { hint?: string }) => (
  <SwitchField control={form.control} name="ensureMetadataIsPortable" label={portabilityLabel} hint={hint} />
)

export function SalesforceStep({ form }: StepProps) {
  const connection = useWatch({ control: form.control, name: 'connection' })
  const { setValue } = form
  const keep = useCallback((made: Connection) => setValue('connection', made), [setValue])
  if (!connection) return <ConnectionMethods onConnected={keep} />
  return <Connected connection={connection} onReset={() => setValue('connection', null)} />
}

export function ApiVersionStep({ form }: StepProps) {
  const mode = useWatch({ control: form.control, name: 'sfdcApiVersionMode' })
  return (
    <ChoiceCards
      label="API version mode"
      value={mode}
      onValueChange={(value) => form.setValue('sfdcApiVersionMode', value)}
      choices={apiVersionChoices}
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
            { label: 'Portable metadata', value: values.ensureMetadataIsPortable ? 'Yes' : 'No' },
            { label: 'Salesforce org', value: values.connection?.token?.orgName ?? '—' },
            { label: 'API version', value: apiVersionModeLabels[values.sfdcApiVersionMode ?? 'Baseline'] },
          ]}
        />
      </div>
    </>
  )
}

interface GitCheck {
  /** These very credentials were accepted. */
  isConnected: boolean
  problem: ReactNode
  connectButton: ReactNode
}

/** Checks the credentials of a custom repository with the server. A changed value voids the check. */
export function useGitCheck(form: UseFormReturn<CreateStackForm>): GitCheck {
  const client = useClient()
  const [accepted, setAccepted] = useState<string | null>(null)
  const [repositoryUrl, username, password] = useWatch({
    control: form.control,
    name: ['repositoryUrl', 'username', 'password'],
  })
  const key = JSON.stringify([repositoryUrl, username, password])
  const connect = useMutation({
    mutationFn: async () => {
      if (!(await form.trigger(['repositoryUrl', 'username', 'password'], { shouldFocus: true }))) return
      await client.stacks.validateGitCredentials({ body: { repositoryUrl, username, password } })
      setAccepted(key)
    },
  })
  return {
    isConnected: accepted === key,
    problem: (
      <ErrorPanel heading="There was a problem connecting to your Git repository" error={connect.error} />
    ),
    connectButton:
      accepted === key ? null : (
        <Button intent="primary" isPending={connect.isPending} onClick={() => connect.mutate()}>
          Connect
        </Button>
      ),
  }
}

export function GitConnectionStep({
  form,
  check,
}: {
  form: UseFormReturn<CreateStackForm>
  check: GitCheck
}) {
  const { gitHubOrganizationUrl } = useConfig()
  const repository = useWatch({ control: form.control, name: 'repository' })
  return (
    <>
      <ChoiceCards
        label="Repository"
        value={repository}
        onValueChange={(value) => form.setValue('repository', value)}
        choices={[
          {
            value: 'managed',
            title: 'Managed repository',
            description: gitHubOrganizationUrl
              ? `We create a private repository for you in ${gitHubOrganizationUrl}.`
              : 'We create and host a private repository for you.',
          },
          { value: 'custom', title: 'Custom repository', description: 'Use a repository you already have.' },
        ]}
      />
      {repository === 'custom' ? (
        <>
          <TextField control={form.control} name="repositoryUrl" label="Repository URL" type="url" />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField control={form.control} name="username" label="Username" autoComplete="off" />
            <PasswordField
              control={form.control}
              name="password"
              label="Password or token"
              autoComplete="off"
            />
          </div>
          {check.isConnected ? (
            <Notice kind="info" title="Successfully connected to your Git repository" />
          ) : (
            check.problem
          )}
        </>
      ) : null}
    </>
  )
}
