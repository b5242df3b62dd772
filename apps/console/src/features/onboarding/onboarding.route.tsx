import type { TokenResponse } from '@sluice/contract/salesforce-sign-in'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from '../auth/auth-frame.tsx'
import type { Connection } from '../salesforce-connection/connection.ts'
import { DeviceCodeConnection } from '../salesforce-connection/device-code-connection.tsx'
import { rememberedWorkspace } from '../workspaces/remembered-workspace.ts'
import { workspaceListQuery } from '../workspaces/workspace-list.query.ts'
import { OnboardingForm } from './onboarding-form.tsx'
import { OnboardingProgressBar } from './onboarding-progress-bar.tsx'
import { OnboardingSummary } from './onboarding-summary.tsx'

export const Route = createFileRoute('/_signed-in/onboarding')({
  component: OnboardingPage,
  staticData: { title: 'Onboarding' },
})

function OnboardingPage() {
  const [token, setToken] = useState<TokenResponse | null>(null)
  const start = useStart()
  const connect = useCallback((connection: Connection) => setToken(connection.token), [])
  const change = () => {
    start.reset()
    setToken(null)
  }
  if (start.data)
    return (
      <AuthFrame title="You're all set">
        <OnboardingSummary result={start.data} />
      </AuthFrame>
    )
  if (start.isPending)
    return (
      <AuthFrame title="Setting up your workspace">
        <OnboardingProgressBar />
      </AuthFrame>
    )
  return (
    <AuthFrame title={token ? 'Set up your workspace' : 'Connect to Salesforce'}>
      {token ? (
        <OnboardingForm token={token} onChange={change} error={start.error} onSubmit={start.mutate} />
      ) : (
        <>
          <p className="text-fg-2 -mt-3">
            Sluice connects to your production org, creates a Git repository and brings your metadata into it.
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
    mutationFn: async (request: { companyName: string; sfdcEncryptedToken: string }) => {
      const result = await client.onboarding.start({
        body: { ...request, createSandboxEnvironments: false, emailAddressesToInvite: [] },
      })
      const list = await queryClient.fetchQuery({ ...workspaceListQuery(client), staleTime: 0 })
      const created = list.find((workspace) => workspace.slug === result.workspace.slug)
      if (created) rememberedWorkspace.write(created.id)
      return result
    },
  })
}
