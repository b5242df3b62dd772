import { SalesforceError } from '../errors.ts'
import { redact } from '../redact.ts'
import { checkCallableUrl } from '../callable-url.ts'
import { numberOf, textOf } from '../json.ts'
import { explainSignInRefusal } from './sign-in-refusal.ts'
import { postToken, type SignInCall, type TokenEndpointAnswer } from './token-endpoint.ts'
import { readTokenResponse, type TokenResponse } from './token-response.ts'

export interface DeviceCode {
  deviceCode: string
  /** What the user types, eight characters. */
  userCode: string
  /** Page on which the user types it: https, or on an allowed origin. */
  verificationUrl: string
  intervalSeconds: number
  expiresInSeconds: number
}

/** Salesforce sends no `expires_in`; its codes live ten minutes. */
const defaultExpirySeconds = 600
const defaultIntervalSeconds = 5

/**
 * Asks for a device code.
 * @throws SalesforceError `fault` when Salesforce refuses the client, `badResponse` and the codes of the transport
 */
export async function startDeviceCode(
  options: SignInCall & { clientId: string; scope?: string },
): Promise<DeviceCode> {
  const answer = await postToken(options, {
    response_type: 'device_code',
    client_id: options.clientId,
    scope: options.scope ?? 'api refresh_token',
  })
  if (!answer.ok) throw refusal(answer)
  const deviceCode = textOf(answer.fields, 'device_code')
  const userCode = textOf(answer.fields, 'user_code')
  const verificationUrl = textOf(answer.fields, 'verification_uri')
  if (deviceCode === null || userCode === null || verificationUrl === null) {
    throw new SalesforceError('badResponse', 'Salesforce answered without a device code.')
  }
  // The address becomes a link in a browser, so its scheme is checked as that of a place to call.
  checkCallableUrl(verificationUrl, options.addresses)
  return {
    deviceCode,
    userCode,
    verificationUrl,
    intervalSeconds: numberOf(answer.fields, 'interval') ?? defaultIntervalSeconds,
    expiresInSeconds: numberOf(answer.fields, 'expires_in') ?? defaultExpirySeconds,
  }
}

export type DeviceCodePoll =
  | { status: 'Pending' }
  /** Polled too fast: wait five seconds longer from now on (RFC 8628 section 3.5). */
  | { status: 'SlowDown' }
  | { status: 'Completed'; token: TokenResponse }
  | { status: 'Denied' }
  | { status: 'Expired' }

/** Answers of the token endpoint that end or prolong the wait. An unknown or used code is an `invalid_request`. */
const pollAnswers: Readonly<Record<string, Exclude<DeviceCodePoll, { status: 'Completed' }>>> = {
  authorization_pending: { status: 'Pending' },
  slow_down: { status: 'SlowDown' },
  access_denied: { status: 'Denied' },
  expired_token: { status: 'Expired' },
  invalid_request: { status: 'Expired' },
  invalid_grant: { status: 'Expired' },
}

/**
 * Asks once whether the user has approved. The token belongs to whichever org the approving browser was signed in
 * to: the caller compares the org afterwards.
 */
export async function pollDeviceCode(
  options: SignInCall & { clientId: string; deviceCode: string },
): Promise<DeviceCodePoll> {
  const answer = await postToken(options, {
    grant_type: 'device',
    client_id: options.clientId,
    code: options.deviceCode,
  })
  if (answer.ok) return { status: 'Completed', token: readTokenResponse(answer.fields, options.addresses) }
  const error = refusal(answer)
  const known = isAppRefused(error) ? undefined : pollAnswers[answer.error]
  if (known === undefined) throw redact(error, [options.deviceCode])
  return known
}

/** `invalid_grant` also stands for a refused app, user or IP address; another device code would be refused as well. */
function isAppRefused(error: SalesforceError): boolean {
  const explained = error.salesforceCode === 'invalid_grant' ? explainSignInRefusal(error) : null
  return explained !== null && explained.name !== 'authorizationExpired'
}

function refusal(answer: Extract<TokenEndpointAnswer, { ok: false }>): SalesforceError {
  const isBusy = answer.error === 'server_error' || answer.error === 'rate_limit_exceeded'
  const message = `Salesforce refused: ${answer.error}. ${answer.description}`.slice(0, 500)
  return new SalesforceError(isBusy ? 'requestLimitExceeded' : 'fault', message, {
    salesforceCode: answer.error,
    retryable: isBusy,
  })
}
