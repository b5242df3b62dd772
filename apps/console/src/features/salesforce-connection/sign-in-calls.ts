import type { AuthorizationResult, DeviceCodeInitiation } from '@sluice/contract/salesforce-sign-in'
import type { Stack } from '@sluice/contract/stack'
import { useMemo } from 'react'
import { useClient, type SluiceClient } from '../../platform/api/client-context.tsx'
import type { CallbackAnswer } from './callback-channel.ts'

/** The app that a person brings for a stack that is to be made. */
export interface OwnApp {
  clientId: string
  clientSecret: string
}

interface KeySignIn {
  signInUrl: string
  username: string
  clientId: string
  privateKey: string
}

/** The calls that sign in to Salesforce: for a stack that is to be made, or with the app of a stack. */
export interface SignInCalls {
  startDeviceCode: (signInUrl: string, signal: AbortSignal) => Promise<DeviceCodeInitiation>
  startWebServer: (
    asked: { signInUrl: string; redirectUri: string; clientId: string },
    signal: AbortSignal,
  ) => Promise<{ authorizationUrl: string; state: string }>
  completeWebServer: (answer: CallbackAnswer, clientSecret: string) => Promise<AuthorizationResult>
  signInWithKey: (asked: KeySignIn) => Promise<AuthorizationResult>
}

export function useSignInCalls(stack: Stack | null): SignInCalls {
  const client = useClient()
  const [workspaceId, stackId] = [stack?.workspaceId, stack?.id]
  return useMemo(
    () => (workspaceId && stackId ? callsOfStack(client, { workspaceId, stackId }) : callsOfNobody(client)),
    [client, workspaceId, stackId],
  )
}

const callsOfNobody = ({ stacks }: SluiceClient): SignInCalls => ({
  startDeviceCode: (signInUrl, signal) => stacks.startDeviceCodeSignIn({ body: { signInUrl }, signal }),
  startWebServer: (body, signal) => stacks.startWebServerSignIn({ body, signal }),
  completeWebServer: (answer, clientSecret) =>
    stacks.completeWebServerSignIn({
      body: 'error' in answer || clientSecret === '' ? answer : { ...answer, clientSecret },
    }),
  signInWithKey: (body) => stacks.signInWithJwt({ body }),
})

const callsOfStack = (
  { stacks }: SluiceClient,
  params: { workspaceId: string; stackId: string },
): SignInCalls => ({
  startDeviceCode: (signInUrl, signal) =>
    stacks.startDeviceCodeSignInOfStack({ params, body: { signInUrl }, signal }),
  startWebServer: ({ signInUrl, redirectUri }, signal) =>
    stacks.startWebServerSignInOfStack({ params, body: { signInUrl, redirectUri }, signal }),
  completeWebServer: (body) => stacks.completeWebServerSignInOfStack({ params, body }),
  signInWithKey: ({ signInUrl, username }) =>
    stacks.signInWithJwtOfStack({ params, body: { signInUrl, username } }),
})
