import { JobFailure } from '../../durable/run-errors.ts'
import { storedCredentials } from '../../environments/stored-credentials.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { enterWithProductionSession } from './production-session.ts'
import { signInByDeviceCode } from './device-code-sign-in.ts'
import type { SandboxToEnter, SignInAttempt } from './sandbox-to-enter.ts'

/** How to sign in without a person. */
interface Unattended {
  readonly attempt: () => Promise<SignInAttempt>
  readonly attempts: number
  readonly pauseMs: (attempts: number) => number
}

/**
 * Signs in to the sandbox: with the session of the production org where the stack has one, else with the user and the password or
 * key of the stack. Where Salesforce refuses that, people are asked to approve a device code. False when they abort.
 */
export async function signInToSandbox(session: JobSession, sandbox: SandboxToEnter): Promise<boolean> {
  const { run } = session
  const way = await run.step('choose sign-in', () => chooseWay(session, sandbox))
  const scope = run.progress.scope('Sign in to the sandbox')
  const refusal = await tryUnattended(session, unattended[way](session, sandbox))
  const isSignedIn = refusal === null || (await signInByDeviceCode(session, sandbox, refusal))
  scope.end()
  return isSignedIn
}

type Way = 'productionSession' | 'credentials'

const unattended: Record<Way, (session: JobSession, sandbox: SandboxToEnter) => Unattended> = {
  // Salesforce says that the sandbox is not ready, and asking again does no harm: for about 40 minutes.
  productionSession: (session, sandbox) => ({
    attempt: () => enterWithProductionSession(session, sandbox),
    attempts: 50,
    pauseMs: (attempts) => Math.min(60_000, 1_000 * 1.3 ** attempts),
  }),
  // A refusal may be a wrong password, and too many of these lock the user out.
  credentials: (session, sandbox) => ({
    attempt: () => enterWithCredentials(session, sandbox),
    attempts: sandbox.isNew ? 3 : 1,
    pauseMs: (attempts) => attempts * 120_000,
  }),
}

async function chooseWay(session: JobSession, { environmentId, production }: SandboxToEnter): Promise<Way> {
  const { ctx, job, stack } = session
  const owner = { workspaceId: job.workspaceId, stackId: stack.id }
  const own = await storedCredentials(ctx, { ...owner, environmentId }).load()
  const ofProduction = await storedCredentials(ctx, {
    ...owner,
    environmentId: production.environmentId,
  }).load()
  const hasOwnPassword = own?.token === null && own.password !== null
  return !hasOwnPassword && ofProduction?.token ? 'productionSession' : 'credentials'
}

/** Null once somebody is signed in, else why nobody is. */
async function tryUnattended(
  { run }: JobSession,
  { attempt, attempts, pauseMs }: Unattended,
): Promise<string | null> {
  for (let made = 1; ; made++) {
    const result = await run.step(`sign in to sandbox ${made}`, attempt)
    if (result.kind === 'signedIn') return null
    if (result.kind === 'refused' || made === attempts) return result.reason
    await run.sleep('sign-in', Math.round(pauseMs(made)))
  }
}

async function enterWithCredentials(
  session: JobSession,
  { environmentId }: SandboxToEnter,
): Promise<SignInAttempt> {
  try {
    await session.org(environmentId)
    return { kind: 'signedIn' }
  } catch (error) {
    if (error instanceof JobFailure) return { kind: 'notYet', reason: error.message }
    throw error
  }
}
