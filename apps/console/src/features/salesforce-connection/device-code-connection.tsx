import type { Stack } from '@sluice/contract/stack'
import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Checkbox } from '../../platform/ui/checkbox.tsx'
import { InlineField } from '../../platform/ui/field.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { ConnectLink } from './connect-link.tsx'
import type { OnConnected } from './connection.ts'
import { type DeviceCodeState, deviceCodeFailure } from './device-code-state.ts'
import { runDeviceCodeSignIn } from './run-device-code-sign-in.ts'
import { SignInAddressField, useSignInAddress } from './sign-in-address.tsx'
import { type SignInCalls, useSignInCalls } from './sign-in-calls.ts'
import { UserCode, verificationAddress } from './user-code.tsx'

interface DeviceCodeConnectionProps {
  /** Signs in with the app of this stack; without one for a stack that is to be made. */
  stack?: Stack
  onConnected: OnConnected
}

/** Sign-in URL, code and Connect link. The password is never known here. */
export function DeviceCodeConnection({ stack, onConnected }: DeviceCodeConnectionProps) {
  const address = useSignInAddress(stack?.sfdcBaseSignInUrl)
  const { usable: signInUrl } = address
  const present = stack?.sfdcBaseUsernameClearText ?? null
  const [staysWithUser, setStaysWithUser] = useState(true)
  const wanted = { signInUrl, username: staysWithUser ? present : null }
  const { state, tryAgain } = useDeviceCodeSignIn(wanted, useSignInCalls(stack ?? null))
  useEffect(() => {
    if (state.kind === 'Authorized' && signInUrl !== null)
      onConnected({ method: 'deviceCode', token: state.token, signInUrl, credentials: null })
  }, [state, onConnected, signInUrl])
  const isAsking = state.kind === 'Initiating' || (state.kind === 'Unknown' && signInUrl !== null)
  const failure = deviceCodeFailure(state)
  return (
    <div className="flex flex-col gap-4">
      <SignInAddressField address={address} isAsking={isAsking} />
      {present === null ? null : (
        <PresentUser username={present} isWanted={staysWithUser} onChange={setStaysWithUser} />
      )}
      <PendingCode state={state} />
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

interface PresentUserProps {
  username: string
  isWanted: boolean
  onChange: (isWanted: boolean) => void
}

/** A browser that is signed in to Salesforce already may approve the code as somebody else. */
const PresentUser = ({ username, isWanted, onChange }: PresentUserProps) => (
  <InlineField
    name="staysWithUser"
    label={`Stay with the user ${username}`}
    hint="User names of sandboxes follow from this one where they have none of their own."
  >
    <Checkbox checked={isWanted} onCheckedChange={onChange} />
  </InlineField>
)

function PendingCode({ state }: { state: DeviceCodeState }) {
  const code = state.kind === 'AuthorizationPending' ? state.initiation.userCode : null
  return <UserCode code={code} waiting="Waiting for you to approve the connection" />
}

function addressWithCode(state: DeviceCodeState): string | null {
  return state.kind === 'AuthorizationPending' ? verificationAddress(state.initiation) : null
}

/** How long the address must stay the same before Salesforce is asked. */
const debounceMs = 500

interface WantedSignIn {
  /** Null while there is no usable address. */
  signInUrl: string | null
  /** Who has to sign in; null for anybody. */
  username: string | null
}

/** A sign-in to a production org at the address. Another address or another user begins anew. */
function useDeviceCodeSignIn({ signInUrl, username }: WantedSignIn, { startDeviceCode }: SignInCalls) {
  const client = useClient()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<DeviceCodeState>({ kind: 'Unknown' })
  useEffect(() => {
    if (signInUrl === null) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      void runDeviceCodeSignIn({
        start: (signal) => startDeviceCode(signInUrl, signal),
        poll: (deviceCode, signal) =>
          client.stacks.pollDeviceCodeSignIn({ params: { deviceCode }, query: { signInUrl }, signal }),
        required: { orgType: 'Production', username },
        signal: controller.signal,
        onState: setState,
      })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
      setState({ kind: 'Unknown' })
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt is another run
  }, [client, startDeviceCode, signInUrl, username, attempt])
  return { state, tryAgain: () => setAttempt((count) => count + 1) }
}
