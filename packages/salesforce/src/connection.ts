import { SalesforceError } from './errors.ts'
import type { AddressPolicy } from '@sluice/http/address-policy'
import { type ApiUsageWatch, countApiUsage } from './api-usage-count.ts'
import type { Limits } from '@sluice/http/limits'
import { callLimits } from './limits.ts'
import { checkCallableUrl } from './callable-url.ts'
import type { HttpMethod, HttpReply, RequestBody } from '@sluice/http/messages'
import { sendToSalesforce } from './send.ts'
import { redact } from './redact.ts'

/** The newest version of the platform that this client was written against (Winter '27). */
export const defaultApiVersion = '68.0'

export interface CallOptions {
  signal?: AbortSignal | undefined
}

export interface ConnectionRequest {
  method: HttpMethod
  /** Absolute path with query, such as `/services/data/v68.0/limits`. */
  path: string
  headers?: Record<string, string>
  body?: RequestBody
  /** False when a repetition would do the thing twice (deploy). Default true. */
  idempotent?: boolean
  limits?: Partial<Limits>
  /** Whether this begins something that can as well begin later, when the org has API requests left. */
  isNewWork?: boolean | undefined
  signal?: AbortSignal | undefined
}

/** A signed-in session of one user in one org. */
export interface Connection {
  /** Origin of the org, without a trailing slash. */
  readonly instanceUrl: string
  /** Such as `68.0`. */
  readonly apiVersion: string
  readonly userId: string | undefined
  readonly orgId: string | undefined
  /**
   * Makes one call. `build` gets the current access token; it runs again, with the new token, when the
   * session had expired and could be refreshed. `read` turns the reply into a result or throws.
   */
  request<T>(build: (accessToken: string) => ConnectionRequest, read: ReplyReader<T>): Promise<T>
}

export type ReplyReader<T> = (reply: HttpReply) => Promise<T>

export interface ConnectionOptions {
  instanceUrl: string
  accessToken: string
  apiVersion?: string | undefined
  userId?: string | undefined
  orgId?: string | undefined
  /** Gets another access token for one that has expired. Called once for it, also when many calls meet it together. */
  refresh?: ((expired: string) => Promise<string>) | undefined
  /** How many tokens of `refresh` one call tries. Default 1; more where it may give one that others left behind. */
  mostRenewals?: number | undefined
  /** What may be connected to. */
  addresses: AddressPolicy
  userAgent?: string | undefined
  /** Hears how many API requests the org has used. */
  watchUsage?: ApiUsageWatch | undefined
  /** Hears for how many seconds Salesforce asks to wait (`Retry-After`). */
  watchPause?: PauseWatch | undefined
}

export type PauseWatch = (seconds: number) => Promise<void>

/**
 * Opens a connection; nothing is sent yet.
 * @throws SalesforceError `unsafeAddress` when the instance URL is neither https nor an allowed origin.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { addresses } = options
  const instanceUrl = checkCallableUrl(options.instanceUrl, addresses)
  const session = createSession(options)
  const usage = countApiUsage(options.watchUsage)

  async function attempt<T>(request: ConnectionRequest, read: ReplyReader<T>): Promise<T> {
    await usage.beforeCall(request.isNewWork ?? false)
    let limitInfo: string | string[] | undefined
    const result = await sendToSalesforce(
      {
        method: request.method,
        url: new URL(request.path, instanceUrl),
        headers: { 'user-agent': options.userAgent ?? 'sluice', ...request.headers },
        body: request.body,
        idempotent: request.idempotent ?? true,
        limits: { ...callLimits, ...request.limits },
        addresses,
        signal: request.signal,
      },
      async (reply) => {
        limitInfo = reply.headers['sforce-limit-info']
        return read(reply)
      },
    )
    await usage.afterCall(limitInfo, request.idempotent === false)
    return result
  }

  async function tellPause(error: unknown): Promise<void> {
    const seconds = error instanceof SalesforceError ? error.retryAfterSeconds : undefined
    if (seconds === undefined) return
    try {
      await options.watchPause?.(seconds)
    } catch {
      // Who cannot hear it must not hide the error.
    }
  }

  return {
    instanceUrl,
    apiVersion: options.apiVersion ?? defaultApiVersion,
    userId: options.userId,
    orgId: options.orgId,
    async request(build, read) {
      const mostRenewals = options.refresh === undefined ? 0 : (options.mostRenewals ?? 1)
      const tokens: string[] = []
      for (let token = session.accessToken(); ; token = await session.renew(token)) {
        tokens.push(token)
        try {
          return await attempt(build(token), read)
        } catch (error) {
          await tellPause(error)
          // A refused session means the call was not accepted: repeating it is safe even for a deploy.
          if (!isExpiredSession(error) || tokens.length > mostRenewals) throw redact(error, tokens)
        }
      }
    },
  }
}

function isExpiredSession(error: unknown): boolean {
  return error instanceof SalesforceError && error.code === 'invalidSession'
}

/** Holds the access token and lets all calls that found it expired wait for one refresh. */
function createSession(options: ConnectionOptions) {
  let current = options.accessToken
  let renewal: Promise<string> | undefined

  async function fetchToken(refresh: (expired: string) => Promise<string>): Promise<string> {
    try {
      current = await refresh(current)
      return current
    } finally {
      renewal = undefined
    }
  }

  return {
    accessToken: () => current,
    async renew(stale: string): Promise<string> {
      if (current !== stale || options.refresh === undefined) return current
      renewal ??= fetchToken(options.refresh)
      return renewal
    },
  }
}
