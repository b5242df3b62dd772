import type { Stack } from '@sluice/contract/stack'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSettled } from '../../platform/ui/use-settled.ts'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { type CallbackAnswer, listenForCallback } from './callback-channel.ts'
import { connectionProblem } from './connect-form.tsx'
import { ConnectLink } from './connect-link.tsx'
import { type Connection, type OnConnected, productionToken } from './connection.ts'
import { SignInAddressField, useSignInAddress } from './sign-in-address.tsx'
import { type OwnApp, type SignInCalls, useSignInCalls } from './sign-in-calls.ts'

interface BrowserConnectionProps {
  stack?: Stack
  app: OwnApp
  onConnected: OnConnected
}

/** Web server flow with PKCE: the person signs in on a page of Salesforce, which gives a code to the callback page. */
export function BrowserConnection({ stack, app, onConnected }: BrowserConnectionProps) {
  const address = useSignInAddress(stack?.sfdcBaseSignInUrl)
  const calls = useSignInCalls(stack ?? null)
  const { usable: signInUrl } = address
  const { authorizationUrl, isAsking, error } = useWebServerSignIn({ signInUrl, app, calls, onConnected })
  return (
    <div className="flex flex-col gap-4">
      <SignInAddressField address={address} isAsking={isAsking} />
      <div>
        <p className="font-medium">Callback URL</p>
        <CopyText text={callbackAddress()} label="callback URL" className="max-w-full" />
        <p className="text-12 text-fg-2">
          Enter it as callback URL of the app in Salesforce; without it the page of Salesforce says
          redirect_uri_mismatch.
        </p>
      </div>
      <ErrorPanel heading={connectionProblem} error={error} />
      <ConnectLink address={authorizationUrl} />
    </div>
  )
}

/** The server forgets a begun sign-in after 15 minutes. */
const renewMs = 10 * 60_000
const settleMs = 500

const callbackAddress = (): string => `${globalThis.location.origin}/salesforce/callback`

interface WebServerSignIn {
  /** Null while the address or the client id is not complete. */
  signInUrl: string | null
  app: OwnApp
  calls: SignInCalls
  onConnected: OnConnected
}

/** Begins the sign-in as soon as the address is complete, and ends it when Salesforce has called back. */
function useWebServerSignIn({ signInUrl, app, calls, onConnected }: WebServerSignIn) {
  const begun = useRef(new Map<string, string>())
  const asked = useSettled(JSON.stringify([signInUrl, app.clientId]), settleMs)
  const isSettled = asked === JSON.stringify([signInUrl, app.clientId])
  const start = useQuery({
    queryKey: ['web-server-sign-in', asked],
    queryFn: async ({ signal }) => {
      if (signInUrl === null) return null
      const redirectUri = callbackAddress()
      const made = await calls.startWebServer({ signInUrl, redirectUri, clientId: app.clientId }, signal)
      begun.current.set(made.state, signInUrl)
      return made.authorizationUrl
    },
    enabled: isSettled && signInUrl !== null && app.clientId !== '',
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchInterval: renewMs,
  })
  const complete = useMutation({
    mutationFn: async (answer: CallbackAnswer): Promise<Connection> => {
      const result = await calls.completeWebServer(answer, app.clientSecret)
      const address = begun.current.get(answer.state) ?? ''
      return { method: 'ownApp', token: productionToken(result), signInUrl: address, credentials: null }
    },
    onSuccess: onConnected,
    // What Salesforce has refused is used up; another attempt needs another beginning.
    onError: () => void start.refetch(),
  })
  const { mutate } = complete
  useEffect(() => listenForCallback((state) => begun.current.has(state), mutate), [mutate])
  return {
    authorizationUrl: isSettled ? (start.data ?? null) : null,
    isAsking: start.isFetching || complete.isPending,
    error: complete.error ?? start.error,
  }
}
