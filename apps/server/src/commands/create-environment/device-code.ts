import { pollDeviceCode as askSalesforce, startDeviceCode } from '@sluice/salesforce/auth/device-code'
import { callbackRefusal, explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { SalesforceError } from '@sluice/salesforce/errors'
import { identifySession } from '@sluice/salesforce/org-info'
import { JobFailure } from '../../durable/run-errors.ts'
import { storedCredentials } from '../../environments/stored-credentials.ts'
import { type JobSession, withNewDeadline } from '../../steps/session/job-session.ts'
import { whileBrieflyTransient } from '../../steps/session/transient-retry.ts'
import { keepSignIn } from './keep-sign-in.ts'
import type { SandboxToEnter } from './sandbox-to-enter.ts'

/** A device code as the job remembers it. */
export interface ShownDeviceCode {
  readonly identityUsername: string
  readonly verificationUrl: string
  readonly userCode: string
  /** Whoever knows the code gets the tokens, so that it is not stored in clear. */
  readonly deviceCodeSealed: string
  readonly pauseMs: number
  /** In milliseconds since 1970. */
  readonly expiresAt: number
}

/** @throws JobFailure when Salesforce gives no code; `refusal` says why the job could not sign in by itself */
export async function beginDeviceCode(
  session: JobSession,
  sandbox: SandboxToEnter,
  refusal: string,
): Promise<ShownDeviceCode> {
  const { ctx, run, job } = session
  const { signInUrl, clientId, username } = await credentialsOf(session, sandbox)
  const { signal } = run
  const call = { signInUrl, clientId, addresses: ctx.outgoing.salesforce, signal }
  const code = await whileBrieflyTransient(() => startDeviceCode(call), {
    signal,
    deadline: withNewDeadline(session).deadline,
  }).catch((error: unknown) => {
    if (!(error instanceof SalesforceError)) throw error
    throw refused(sandbox, [refusal, explainSignInRefusal(error)?.text ?? error.message])
  })
  const { verificationUrl, userCode, deviceCode, intervalSeconds, expiresInSeconds } = code
  return {
    identityUsername: username ?? '',
    verificationUrl,
    userCode,
    deviceCodeSealed: ctx.secrets.sealForServer(placeOf(job), deviceCode),
    pauseMs: Math.max(1, intervalSeconds) * 1_000,
    expiresAt: ctx.clock.now().getTime() + expiresInSeconds * 1_000,
  }
}

const placeOf = ({ id }: JobSession['job']) => ({ table: 'job_step', column: 'device_code', rowId: id })

const refused = ({ sandboxName }: SandboxToEnter, reasons: readonly string[]) =>
  new JobFailure(
    `Nobody could sign in to the sandbox ${sandboxName}.`,
    [
      ...reasons,
      'Enter a user of the sandbox and the password in the settings of the environment, and create the environment again with the existing sandbox and branch.',
    ].join('\n'),
  )

async function credentialsOf({ ctx, job, stack }: JobSession, { environmentId }: SandboxToEnter) {
  const owner = { workspaceId: job.workspaceId, stackId: stack.id, environmentId }
  const credentials = await storedCredentials(ctx, owner).load()
  if (credentials === null) throw new JobFailure('The stack no longer exists.')
  return credentials
}

type Poll =
  | { readonly kind: 'approved' | 'pending' | 'expired' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Asks Salesforce once whether somebody has approved the code; then the tokens are kept with the environment. */
export async function pollDeviceCode(
  session: JobSession,
  sandbox: SandboxToEnter,
  code: ShownDeviceCode,
): Promise<Poll> {
  const { ctx, run, job } = session
  const { signInUrl, clientId, username } = await credentialsOf(session, sandbox)
  const deviceCode = ctx.secrets.openForServer(placeOf(job), code.deviceCodeSealed)
  const addresses = ctx.outgoing.salesforce
  const call = { signInUrl, clientId, deviceCode, addresses, signal: run.signal }
  try {
    const poll = await askSalesforce(call)
    if (poll.status === 'Expired') return { kind: 'expired' }
    if (poll.status === 'Denied') throw callbackRefusal({ error: 'access_denied' })
    if (poll.status !== 'Completed') return pendingUntil(session, code)
    const identity = await identifySession({ ...poll.token, addresses })
    // The name that is expected is kept: the check of the org tells when it is another user.
    await keepSignIn(session, sandbox.environmentId, {
      username: username ?? identity.username,
      token: { ...poll.token, clientId },
    })
    return { kind: 'approved' }
  } catch (error) {
    if (!(error instanceof SalesforceError)) throw error
    if (error.retryable) return pendingUntil(session, code)
    return { kind: 'refused', reason: explainSignInRefusal(error)?.text ?? error.message }
  }
}

const pendingUntil = ({ ctx }: JobSession, { expiresAt }: ShownDeviceCode): Poll => ({
  kind: ctx.clock.now().getTime() < expiresAt ? 'pending' : 'expired',
})
