import type { Stack } from '@sluice/contract/stack'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { ConnectLink } from './connect-link.tsx'
import { connectionProblem } from './connect-form.tsx'
import type { OnConnected } from './connection.ts'
import { SignInAddressField, useSignInAddress } from './sign-in-address.tsx'
import { type OwnApp, useSignInCalls } from './sign-in-calls.ts'
import { callbackAddress, useWebServerSignIn } from './use-web-server-sign-in.ts'

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
