import type { Stack } from '@sluice/contract/stack'
import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../platform/ui/button.tsx'
import { CopyButton } from '../../platform/ui/copy-text.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { ConnectLink } from './connect-link.tsx'
import type { OnConnected } from './connection.ts'
import { type DeviceCodeState, deviceCodeFailure } from './device-code-state.ts'
import { SignInAddressField, useSignInAddress } from './sign-in-address.tsx'
import { useSignInCalls } from './sign-in-calls.ts'
import { useDeviceCodeSignIn } from './use-device-code-sign-in.ts'

interface DeviceCodeConnectionProps {
  /** Signs in with the app of this stack; without one for a stack that is to be made. */
  stack?: Stack
  onConnected: OnConnected
}

/** Sign-in URL, code and Connect link. The password is never known here. */
export function DeviceCodeConnection({ stack, onConnected }: DeviceCodeConnectionProps) {
  const address = useSignInAddress(stack?.sfdcBaseSignInUrl)
  const { usable: signInUrl } = address
  const { state, tryAgain } = useDeviceCodeSignIn(signInUrl, useSignInCalls(stack ?? null))
  useEffect(() => {
    if (state.kind === 'Authorized' && signInUrl !== null)
      onConnected({ method: 'deviceCode', token: state.token, signInUrl, credentials: null })
  }, [state, onConnected, signInUrl])
  const isAsking = state.kind === 'Initiating' || (state.kind === 'Unknown' && signInUrl !== null)
  const failure = deviceCodeFailure(state)
  return (
    <div className="flex flex-col gap-4">
      <SignInAddressField address={address} isAsking={isAsking} />
      <UserCode state={state} />
      {failure ? (
        <Notice kind="error" title={failure.heading}>
          {failure.details ? <p className="text-fg-2 wrap-anywhere">{failure.details}</p> : null}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <ConnectLink address={addressWithCode(state)} />
        {failure ? (
          <Button size="lg" className="grow" onClick={tryAgain}>
            <RotateCcw aria-hidden /> Try again
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function UserCode({ state }: { state: DeviceCodeState }) {
  const code = state.kind === 'AuthorizationPending' ? state.initiation.userCode : null
  return (
    <div className="border-line rounded-lg border p-4" aria-live="polite">
      <p className="text-12 text-fg-2">Enter this code on the Salesforce page</p>
      <p className="text-24 flex h-9 items-center gap-2 font-mono font-medium tracking-wider">
        {code ? (
          <>
            <span>{code}</span>
            <CopyButton text={code} label="code" />
          </>
        ) : (
          <span className="text-fg-3">········</span>
        )}
      </p>
      {code ? <p className="text-12 text-fg-2">Waiting for you to approve the connection</p> : null}
    </div>
  )
}

/** Salesforce fills the code in when the address carries it; where it does not, the code stands above to be typed. */
function addressWithCode(state: DeviceCodeState): string | null {
  if (state.kind !== 'AuthorizationPending') return null
  const { verificationUrl, userCode } = state.initiation
  if (!URL.canParse(verificationUrl)) return verificationUrl
  const address = new URL(verificationUrl)
  address.searchParams.set('user_code', userCode)
  return address.href
}
