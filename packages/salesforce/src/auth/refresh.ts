import { SalesforceError } from '../errors.ts'
import { postToken, type SignInCall } from './token-endpoint.ts'
import { readTokenResponse, type TokenResponse } from './token-response.ts'

export interface RefreshOptions extends SignInCall {
  clientId: string
  clientSecret?: string | undefined
  refreshToken: string
}

/** Refusals after which only a new sign-in helps. */
const deadGrants = new Set(['invalid_grant', 'inactive_user', 'inactive_org'])

/**
 * Gets a new access token. When the answer carries a refresh token, the old one is dead: store the new one before
 * using the access token. One refresh at a time per org: `openStoredSession` asks its caller for the lock.
 * @throws SalesforceError `invalidGrant` when only a new sign-in helps; `lostReply` when a rotated token may be lost
 */
export async function refreshAccessToken(options: RefreshOptions): Promise<TokenResponse> {
  const answer = await postToken(options, {
    grant_type: 'refresh_token',
    refresh_token: options.refreshToken,
    client_id: options.clientId,
    ...(options.clientSecret === undefined ? {} : { client_secret: options.clientSecret }),
  })
  if (answer.ok) return readTokenResponse(answer.fields, options.addresses)
  const isBusy = answer.error === 'rate_limit_exceeded' || answer.error === 'server_error'
  const code = deadGrants.has(answer.error) ? 'invalidGrant' : isBusy ? 'requestLimitExceeded' : 'fault'
  const message = `Salesforce refused the refresh: ${answer.error}.`
  throw new SalesforceError(code, message, { salesforceCode: answer.error, retryable: isBusy })
}
