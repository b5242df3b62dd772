import type { TokenResponse } from '@sluice/contract/salesforce-sign-in'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { fireAnalyticsEvent } from '../../platform/analytics.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from '../auth/auth-frame.tsx'
import type { Connection } from '../salesforce-connection/connection.ts'
import { DeviceCodeConnection } from '../salesforce-connection/device-code-connection.tsx'
import { rememberedWorkspace } from '../workspaces/remembered-workspace.ts'
import { workspaceListQuery } from '../workspaces/workspace-list.query.ts'
import { type OnboardingChoices, OnboardingForm } from './onboarding-form.tsx'
import { OnboardingActions } from './onboarding-actions.tsx'
import { OnboardingProgressBar } from './onboarding-progress-bar.tsx'
import { OnboardingSteps } from './onboarding-steps.tsx'
import { OnboardingSummary, type StartedOnboarding } from './onboarding-summary.tsx'

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
