import { useEffect, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import type { DeviceCodeState } from './device-code-state.ts'
import { runDeviceCodeSignIn } from './run-device-code-sign-in.ts'
import type { SignInCalls } from './sign-in-calls.ts'

/** How long the address must stay the same before Salesforce is asked. */
const debounceMs = 500

interface WantedSignIn {
  /** Null while there is no usable address. */
  signInUrl: string | null
  /** Who has to sign in; null for anybody. */
  username: string | null
}

/** A sign-in to a production org at the address. Another address or another user begins anew. */
export function useDeviceCodeSignIn({ signInUrl, username }: WantedSignIn, { startDeviceCode }: SignInCalls) {
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
