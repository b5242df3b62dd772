import { setTimeout } from 'node:timers/promises'
import { SalesforceError } from '../errors.ts'
import { refreshLimits } from '../limits.ts'
import { redact } from '../redact.ts'
import { postToken, type SignInCall } from './token-endpoint.ts'
import { readTokenResponse, type TokenResponse } from './token-response.ts'

export interface RefreshOptions extends SignInCall {
  clientId: string
  clientSecret?: string | undefined
  refreshToken: string
  /** Whether the last refresh left the refresh token as it was, so that this one can be asked again. Default false. */
  keepsRefreshToken?: boolean | undefined
  /** Milliseconds for all attempts together and for one that can be repeated. */
  times?: { readonly total: number; readonly attempt: number } | undefined
}

/** Refusals after which only a new sign-in helps. */
const deadGrants = new Set(['invalid_grant', 'inactive_user', 'inactive_org'])

const usualTimes = { total: refreshLimits.totalMs, attempt: 10_000 }
const firstPauseMs = 500

/**
 * Gets a new access token, within 30 seconds. When the answer carries a refresh token, the old one is dead: store the new
 * one before using the access token. An answer that was lost is asked for again only where the refresh token is known to
 * stay. One refresh at a time per org: `openStoredSession` asks its caller for the lock.
 * @throws SalesforceError `invalidGrant` when only a new sign-in helps; `lostReply` when a rotated token may be lost
 */
export async function refreshAccessToken(options: RefreshOptions): Promise<TokenResponse> {
  const times = options.times ?? usualTimes
  const end = performance.now() + times.total
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    try {
      return await refreshOnce(options, end - performance.now())
    } catch (error) {
      const isPassing = error instanceof SalesforceError && error.retryable
      const isTooLate = performance.now() + pauseMs >= end
      if (!isPassing || isTooLate) throw redact(error, secretsOf(options))
      await setTimeout(pauseMs)
    }
  }
}

async function refreshOnce(options: RefreshOptions, leftMs: number): Promise<TokenResponse> {
  const { refreshToken, clientId, clientSecret, keepsRefreshToken = false, times = usualTimes } = options
  const totalMs = keepsRefreshToken ? Math.min(leftMs, times.attempt) : leftMs
  const call = { ...options, idempotent: keepsRefreshToken, limits: { ...refreshLimits, totalMs } }
  const answer = await postToken(call, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  })
  if (answer.ok) return readTokenResponse(answer.fields, options.addresses)
  const isBusy = answer.error === 'rate_limit_exceeded' || answer.error === 'server_error'
  const code = deadGrants.has(answer.error) ? 'invalidGrant' : isBusy ? 'requestLimitExceeded' : 'fault'
  const message = `Salesforce refused the refresh: ${answer.error}. ${answer.description}`.slice(0, 500)
  throw new SalesforceError(code, message, { salesforceCode: answer.error, retryable: isBusy })
}

const secretsOf = ({ refreshToken, clientSecret = '' }: RefreshOptions) => [refreshToken, clientSecret]
