import { isAborted } from '@sluice/contract/client'
import type { AuthorizationResult, DeviceCodeInitiation } from '@sluice/contract/salesforce-sign-in'
import { isProblem, problemFrom } from '../../platform/api/problem.ts'
import { pause } from '../../platform/api/send.ts'
import type { DeviceCodeRequirement, DeviceCodeState } from './device-code-state.ts'

const slowDownFactor = 1.5
const slowestPollMs = 60_000

export interface DeviceCodeFlow {
  start: (signal: AbortSignal) => Promise<DeviceCodeInitiation>
  poll: (deviceCode: string, signal: AbortSignal) => Promise<AuthorizationResult>
  required: DeviceCodeRequirement
  signal: AbortSignal
  onState: (state: DeviceCodeState) => void
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  now?: () => number
}

/** Runs one sign-in to its end. Ends silently when the signal says so. */
export async function runDeviceCodeSignIn(flow: DeviceCodeFlow): Promise<void> {
  const { signal, onState } = flow
  const tell = (state: DeviceCodeState) => {
    if (!signal.aborted) onState(state)
  }
  try {
    tell({ kind: 'Initiating' })
    const { now = Date.now } = flow
    const askedAt = now()
    const initiation = await flow.start(signal)
    tell({ kind: 'AuthorizationPending', initiation })
    // Between question and answer the code was made, whatever the clock of the server says.
    const initiatedAt = Math.min(Math.max(Date.parse(initiation.initiatedUtc), askedAt), now())
    tell(await authorize(flow, initiation, initiatedAt + initiation.userCodeValidForSeconds * 1000))
  } catch (error) {
    if (!isAborted(error)) tell(initiationFailure(error))
  }
}

/** Where Salesforce has refused the app and the server can explain it, the address is not what is wrong. */
function initiationFailure(error: unknown): DeviceCodeState {
  const details = problemFrom(error).detail ?? null
  const isRefused = isProblem(error, 'sfdcCredentialsInvalid')
  if (isRefused && details !== null) return { kind: 'AuthorizationError', details }
  const isInvalid = isRefused || isProblem(error, 'validationFailed')
  return { kind: isInvalid ? 'InitiationInvalidSignInUrl' : 'InitiationError', details }
}

async function authorize(
  flow: DeviceCodeFlow,
  initiation: DeviceCodeInitiation,
  endsAt: number,
): Promise<DeviceCodeState> {
  const { signal, wait = pause, now = Date.now } = flow
  let intervalMs = initiation.recommendedPollingIntervalSeconds * 1000
  while (now() < endsAt) {
    await wait(Math.min(intervalMs, endsAt - now()), signal)
    try {
      const result = await flow.poll(initiation.deviceCode, signal)
      if (result.status === 'Completed') return judge(result, flow.required)
    } catch (error) {
      if (isAborted(error)) throw error
      if (isProblem(error, 'entityNotFound')) return { kind: 'AuthorizationTimeout' }
      if (!isProblem(error, 'tooManyRequests'))
        return { kind: 'AuthorizationError', details: detailsOf(error) }
      intervalMs = Math.min(intervalMs * slowDownFactor, slowestPollMs)
    }
  }
  return { kind: 'AuthorizationTimeout' }
}

/** What to do about it where the server knows that, else what it called the problem. */
function detailsOf(error: unknown): string {
  const { detail, title } = problemFrom(error)
  return detail ?? title
}

function judge(result: AuthorizationResult, required: DeviceCodeRequirement): DeviceCodeState {
  if (required.orgType !== null && result.orgType !== required.orgType)
    return { kind: 'AuthorizationWrongOrgType' }
  if (required.username !== null && result.username?.toLowerCase() !== required.username.toLowerCase())
    return { kind: 'AuthorizationWrongUsername', wanted: required.username }
  if (!result.tokenResponse) return { kind: 'AuthorizationError', details: 'The server returned no token.' }
  return { kind: 'Authorized', token: result.tokenResponse }
}
