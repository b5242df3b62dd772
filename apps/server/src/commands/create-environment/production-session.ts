import { requestSandboxCode } from '@sluice/salesforce/auth/sandbox-auth'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { exchangeAuthorizationCode } from '@sluice/salesforce/auth/web-server-flow'
import { SalesforceError } from '@sluice/salesforce/errors'
import { JobFailure } from '../../durable/run-errors.ts'
import { storedCredentials } from '../../environments/stored-credentials.ts'
import { appOfServer } from '../../stacks/stack-app.ts'
import { connectToProduction } from '../../steps/org/production-org.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { whileBrieflyTransient } from '../../steps/session/transient-retry.ts'
import { keepSignIn } from './keep-sign-in.ts'
import type { SandboxToEnter, SignInAttempt } from './sandbox-to-enter.ts'

/** Asks the production org for a code that opens its sandbox for the same person, and keeps the tokens with the environment. */
export async function enterWithProductionSession(
  session: JobSession,
  sandbox: SandboxToEnter,
): Promise<SignInAttempt> {
  const { signal } = session.run
  try {
    // From the beginning each time: a code is good for one exchange.
    return await whileBrieflyTransient(() => enter(session, sandbox), { signal, deadline: session.deadline })
  } catch (error) {
    if (!(error instanceof SalesforceError) || error.retryable) throw error
    return { kind: 'refused', reason: explainSignInRefusal(error)?.text ?? error.message }
  }
}

async function enter(
  session: JobSession,
  { environmentId, sandboxName, production }: SandboxToEnter,
): Promise<SignInAttempt> {
  const { ctx, run, job, stack } = session
  const { signal } = run
  const owner = { workspaceId: job.workspaceId, stackId: stack.id, environmentId: production.environmentId }
  const credentials = await storedCredentials(ctx, owner).load()
  if (credentials === null) throw new JobFailure('The stack no longer exists.')
  const { clientId, clientSecret } = credentials
  const redirectUri = callbackOf(session, clientId)
  const connection = await connectToProduction(session, production)
  const granted = await requestSandboxCode(connection, { sandboxName, clientId, redirectUri }, { signal })
  if (granted === null) return { kind: 'notYet', reason: 'The sandbox does not accept sign-ins yet.' }
  const { code, username, signInUrl } = granted
  const addresses = ctx.outgoing.salesforce
  const exchange = { signInUrl, addresses, clientId, clientSecret, redirectUri, code, signal }
  const token = await exchangeAuthorizationCode(exchange)
  await keepSignIn(session, environmentId, { username, token: { ...token, clientId } })
  return { kind: 'signedIn' }
}

/** One of the callback URLs that the app knows. Nobody is sent there. */
function callbackOf({ ctx }: JobSession, clientId: string): string {
  return clientId === 'PlatformCLI' && clientId === appOfServer(ctx).clientId
    ? 'http://localhost:1717/OauthRedirect'
    : `${ctx.config.publicUrl}/salesforce/callback`
}
