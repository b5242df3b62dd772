import { zodResolver } from '@hookform/resolvers/zod'
import { optionalText, nameText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { TokenResponse } from '@sluice/contract/salesforce-sign-in'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { fireAnalyticsEvent } from '../../platform/analytics.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from '../auth/auth-frame.tsx'
import type { Connection } from '../salesforce-connection/connection.ts'
import { DeviceCodeConnection } from '../salesforce-connection/device-code-connection.tsx'
import { rememberedWorkspace } from '../workspaces/remembered-workspace.ts'
import { workspaceListQuery } from '../workspaces/workspace-list.query.ts'
import { OnboardingActions } from './onboarding-actions.tsx'
import { OnboardingProgressBar } from './onboarding-progress-bar.tsx'
import { OnboardingSteps } from './onboarding-steps.tsx'
import { type StartedOnboarding, OnboardingSummary } from './onboarding-summary.tsx'

export const Route = createFileRoute('/_signed-in/onboarding')({
  component: OnboardingPage,
  staticData: { title: 'Onboarding' },
})

function OnboardingPage() {
  const { access, network } = Route.useRouteContext()
  const [token, setToken] = useState<TokenResponse | null>(null)
  const { productName } = useConfig()
  const start = useStart()
  const connect = useCallback((connection: Connection) => setToken(connection.token), [])
  const change = () => {
    start.reset()
    setToken(null)
  }
  if (start.data) return <OnboardingSummary started={start.data} line={{ access, network }} />
  if (start.isPending)
    return (
      <AuthFrame
        title="Setting up your workspace"
        steps={<OnboardingSteps current={1} />}
        actions={<OnboardingActions />}
      >
        <OnboardingProgressBar />
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={token ? 'Set up your workspace' : 'Connect to Salesforce'}
      steps={<OnboardingSteps current={1} />}
      actions={<OnboardingActions />}
    >
      {token ? (
        <OnboardingForm token={token} onChange={change} error={start.error} onSubmit={start.mutate} />
      ) : (
        <>
          <p className="text-fg-2 -mt-3">
            {productName} connects to your production org, creates a Git repository and brings your metadata
            into it.
          </p>
          <DeviceCodeConnection onConnected={connect} />
        </>
      )}
      <p className="text-fg-2">
        Want to choose everything yourself?{' '}
        <Link to="/create-workspace" className={linkClasses}>
          Advanced setup
        </Link>
      </p>
    </AuthFrame>
  )
}

function useStart() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (choices: OnboardingChoices): Promise<StartedOnboarding> => {
      const result = await client.onboarding.start({
        body: { ...choices, emailAddressesToInvite: [] },
      })
      const list = await queryClient.fetchQuery({ ...workspaceListQuery(client), staleTime: 0 })
      const created = list.find((workspace) => workspace.slug === result.workspace.slug)
      if (created) rememberedWorkspace.write(created.id)
      const wantsSandboxes = choices.createSandboxEnvironments
      return { result, workspaceId: created?.id ?? null, wantsSandboxes }
    },
    onSuccess: () => fireAnalyticsEvent('onboarding_completed'),
  })
}

const form = z.object({
  companyName: nameText('Company name', limits.companyName),
  createSandboxEnvironments: z.boolean(),
  repositoryUsernameToInvite: optionalText('GitHub username', limits.gitHubUsername),
})

type OnboardingChoices = z.output<typeof form> & { sfdcEncryptedToken: string }

interface OnboardingFormProps {
  token: TokenResponse
  error: Error | null
  onChange: () => void
  onSubmit: (choices: OnboardingChoices) => void
}

function OnboardingForm({ token, error, onChange, onSubmit }: OnboardingFormProps) {
  const { gitHubOrganizationUrl } = useConfig()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      companyName: token.orgName,
      createSandboxEnvironments: true,
      repositoryUsernameToInvite: '',
    },
  })
  const submit = handleSubmit((choices) => onSubmit({ ...choices, sfdcEncryptedToken: token.encryptedToken }))
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <ErrorPanel heading="There was a problem starting the initialization process" error={error} />
      <div className="border-line flex items-start gap-3 rounded-lg border p-4">
        <CircleCheck aria-hidden className="text-green-solid mt-0.5 size-4 shrink-0" strokeWidth={2.25} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">Connected to {token.orgName}</p>
          <p className="text-fg-2 wrap-anywhere">
            {token.username} · {token.domain}
          </p>
        </div>
        <button type="button" className={linkClasses} onClick={onChange}>
          Change
        </button>
      </div>
      <TextField
        control={control}
        name="companyName"
        label="Company name"
        hint="Your workspace and your Git repository are named after it. You can rename the workspace later."
        autoComplete="organization"
      />
      <CheckboxField
        control={control}
        name="createSandboxEnvironments"
        label="Create two developer sandboxes"
        hint="Each gets an environment with a branch of its own. They use two sandbox licenses of your org."
      />
      {gitHubOrganizationUrl === null ? null : (
        <TextField
          control={control}
          name="repositoryUsernameToInvite"
          label="GitHub username"
          hint={`Optional. The repository is made in ${gitHubOrganizationUrl}, and whoever you name is invited to read it.`}
          autoComplete="off"
        />
      )}
      <Button intent="primary" size="lg" type="submit">
        Initialize now
      </Button>
    </form>
  )
}
