import { type Connection, type PauseWatch, openConnection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import type { OrgAddresses } from '../org-addresses.ts'
import type { ApiUsageWatch } from '../api-usage-count.ts'
import { signInWithJwt } from './jwt-bearer.ts'
import { refreshAccessToken } from './refresh.ts'
import { explainSignInRefusal } from './sign-in-refusal.ts'
import { checkSignInUrl } from './sign-in-url.ts'
import { soapLogin } from './soap-login.ts'

/** The tokens of a browser authorization, as a caller keeps them. */
export interface KeptToken {
  instanceUrl: string
  accessToken: string
  refreshToken?: string | null | undefined
  /** Whether a refresh has left the refresh token as it was; then one whose answer was lost can be repeated. */
  keepsRefreshToken?: boolean | undefined
  /** The app that the token was issued to; no other one can renew it. */
  clientId?: string | undefined
}

/** What a caller keeps for an org: a token, or user and password, or user and private key, or none of them. */
export interface KeptCredentials {
  token: KeptToken | null
  signInUrl: string
  username: string | null
  password: string | null
  clientId: string
  /** For apps that ask for it when a token is renewed. */
  clientSecret?: string | undefined
  /** PEM of the key whose certificate the app has: signs in by the JWT bearer flow. */
  privateKey?: string | undefined
}

/** How the caller says no in words of its own. */
export interface Refusals {
  /** Nothing is kept that could sign in. */
  missing(): Error
  /** The org does not accept the authorization; `cause` is what it said, when it was asked. */
  expired(cause?: SalesforceError): Error
}

export interface StoredSessionOptions {
  /** Reads what is kept now; null when its owner is gone. */
  load(): Promise<KeptCredentials | null>
  /**
   * Keeps a renewed token where the one with the access token `replaced` stands; keeps nothing where other credentials have been
   * saved there meanwhile.
   */
  store(token: KeptToken, replaced: string): Promise<void>
  /**
   * Runs the body while no other one runs for the same credentials, in any process: with rotation each refresh ends the
   * token that the others hold.
   */
  exclusively(body: () => Promise<string>): Promise<string>
  refusals: Refusals
  /** Such as `62.0`; this client's own version when absent. */
  apiVersion?: string | undefined
  addresses: OrgAddresses
  /** Hears how many API requests the org has used. */
  watchUsage?: ApiUsageWatch | undefined
  /** Hears for how many seconds Salesforce asks to wait. */
  watchPause?: PauseWatch | undefined
}

/**
 * Signs in to an org with what is kept for it: browser authorization first, then user and password, then user and private key.
 * An expired session is renewed by itself, and a renewed token is kept before it is used.
 * @throws what `refusals` makes, SalesforceError for everything else that Salesforce answers
 */
export async function openStoredSession(options: StoredSessionOptions): Promise<Connection> {
  const { refusals, apiVersion, addresses, watchUsage, watchPause } = options
  const common = { apiVersion, addresses, watchUsage, watchPause }
  const kept = await options.load()
  if (kept?.token) {
    const { instanceUrl, accessToken } = kept.token
    const refresh = (expired: string) => options.exclusively(() => renew(options, expired))
    // The first may be one that another connection renewed, and that has expired since.
    return openConnection({ ...common, instanceUrl, accessToken, refresh, mostRenewals: 2 })
  }
  const signIn = kept && unattendedSignIn(options, kept)
  if (!signIn) throw refusals.missing()
  const session = await signIn()
  return openConnection({ ...common, ...session, refresh: async () => (await signIn()).accessToken })
}

interface Session {
  readonly accessToken: string
  readonly instanceUrl: string
  readonly userId?: string | undefined
  readonly orgId?: string | undefined
}

/** How to get a new session without a person and without a token; null when nothing for it is kept. */
function unattendedSignIn(
  { addresses, refusals }: StoredSessionOptions,
  { signInUrl, username, password, clientId, privateKey }: KeptCredentials,
): (() => Promise<Session>) | null {
  if (username === null) return null
  if (password !== null) {
    return async () => {
      refuseOtherHost(signInUrl, addresses)
      const { sessionId: accessToken, ...session } = await soapLogin({
        signInUrl,
        username,
        password,
        addresses,
      })
      return { ...session, accessToken }
    }
  }
  if (privateKey === undefined) return null
  return async () => {
    refuseOtherHost(signInUrl, addresses)
    const signIn = signInWithJwt({ signInUrl, username, clientId, privateKey, addresses })
    const { accessToken, instanceUrl, userId, orgId } = await signIn.catch((error: unknown) => {
      throw isRefusal(error) ? refusals.expired(error) : error
    })
    return { accessToken, instanceUrl, userId: userId ?? undefined, orgId: orgId ?? undefined }
  }
}

/** An address that was kept before its host was judged gets neither a password nor an assertion. */
function refuseOtherHost(signInUrl: string, { signInHost: host, allowedOrigins }: OrgAddresses): void {
  if (host === undefined || checkSignInUrl(signInUrl, { host, allowedOrigins }).ok) return
  throw new SalesforceError('unsafeAddress', 'The stored sign-in address is not one of Salesforce.')
}

/** The token that is kept, where another connection has renewed it since; else a new one. */
async function renew(options: StoredSessionOptions, expired: string): Promise<string> {
  const kept = await options.load()
  if (kept?.token && kept.token.accessToken !== expired) return kept.token.accessToken
  const refreshToken = kept?.token?.refreshToken
  if (!kept?.token || !refreshToken) throw options.refusals.expired()
  const renewed = await refreshAccessToken({
    signInUrl: kept.token.instanceUrl,
    clientId: kept.clientId,
    clientSecret: kept.clientSecret,
    refreshToken,
    keepsRefreshToken: kept.token.keepsRefreshToken,
    addresses: options.addresses,
  }).catch((error: unknown) => {
    throw isRefusal(error) ? options.refusals.expired(error) : error
  })
  const token = {
    instanceUrl: renewed.instanceUrl,
    accessToken: renewed.accessToken,
    refreshToken: renewed.refreshToken ?? refreshToken,
    keepsRefreshToken: renewed.refreshToken === null,
    clientId: kept.clientId,
  }
  await options.store(token, expired)
  return renewed.accessToken
}

const isRefusal = (error: unknown): error is SalesforceError =>
  error instanceof SalesforceError && (error.code === 'invalidGrant' || explainSignInRefusal(error) !== null)
