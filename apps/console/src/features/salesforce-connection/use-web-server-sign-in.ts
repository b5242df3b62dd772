import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSettled } from '../../platform/forms/use-settled.ts'
import { listenForCallback, type CallbackAnswer } from './callback-channel.ts'
import { type Connection, type OnConnected, productionToken } from './connection.ts'
import type { OwnApp, SignInCalls } from './sign-in-calls.ts'

/** The server forgets a begun sign-in after 15 minutes. */
const renewMs = 10 * 60_000
const settleMs = 500

export const callbackAddress = (): string => `${globalThis.location.origin}/salesforce/callback`

interface WebServerSignIn {
  /** Null while the address or the client id is not complete. */
  signInUrl: string | null
  app: OwnApp
  calls: SignInCalls
  onConnected: OnConnected
}

/** Begins the sign-in as soon as the address is complete, and ends it when Salesforce has called back. */
export function useWebServerSignIn({ signInUrl, app, calls, onConnected }: WebServerSignIn) {
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
