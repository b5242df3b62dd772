import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import type { CreateStackForm } from './create-stack-form.ts'

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
