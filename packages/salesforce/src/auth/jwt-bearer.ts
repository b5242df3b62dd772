import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { SalesforceError } from '../errors.ts'
import { postToken, type SignInCall, type TokenEndpointAnswer } from './token-endpoint.ts'
import { readTokenResponse, type TokenResponse } from './token-response.ts'

export interface JwtSignIn extends SignInCall {
  /** Consumer key of an app that has the certificate of the private key. */
  readonly clientId: string
  /** RSA key of at least 2048 bits as PEM, without a passphrase. */
  readonly privateKey: string
  readonly username: string
  /** Tried in this order while Salesforce refuses the audience; `audiencesOf` the sign-in URL when absent. */
  readonly audiences?: readonly string[] | undefined
}

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Salesforce allows three minutes of difference between the clocks. */
const validSeconds = 180
const fewestBits = 2048
const production = 'https://login.salesforce.com'
const sandbox = 'https://test.salesforce.com'

/**
 * Signs in by the OAuth 2.0 JWT bearer flow: an assertion signed with RS256 takes the place of a person at a browser. The answer
 * has no refresh token; a new assertion gives the next access token.
 * @throws SalesforceError with the OAuth error as `salesforceCode`, see `explainSignInRefusal`; `invalidCredentials` for a
 *   private key that cannot sign; the codes of the transport
 */
export async function signInWithJwt(options: JwtSignIn): Promise<TokenResponse> {
  const key = readPrivateKey(options.privateKey)
  const audiences = options.audiences ?? audiencesOf(options.signInUrl)
  let refused: SalesforceError | null = null
  for (const audience of audiences) {
    const assertion = await sign(options, { key, audience })
    const answer = await postToken({ ...options, idempotent: true }, { grant_type: grantType, assertion })
    if (answer.ok) return readTokenResponse(answer.fields, options.addresses)
    refused = refusal(answer, assertion)
    if (!/audience/i.test(answer.description)) break
  }
  throw refused ?? new SalesforceError('internal', 'The sign-in has no audience.')
}

/** Whether a text is a private key that `signInWithJwt` takes. */
export function isUsablePrivateKey(pem: string): boolean {
  try {
    readPrivateKey(pem)
    return true
  } catch {
    return false
  }
}

/**
 * The audiences under which the server at a sign-in URL may expect assertions, the likelier one first. Salesforce documents the two
 * general addresses; some orgs take that of their My Domain.
 */
export function audiencesOf(signInUrl: string): string[] {
  const { origin, hostname } = new URL(signInUrl)
  if (!hostname.endsWith('.my.salesforce.com')) return [origin]
  const isTest = hostname.includes('--') || hostname.endsWith('.scratch.my.salesforce.com')
  return [isTest ? sandbox : production, origin]
}

function readPrivateKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey({ key: pem, format: 'pem' })
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    if (key.asymmetricKeyType === 'rsa' && bits >= fewestBits) return key
  } catch {
    // The text of the cause could repeat a part of the key.
  }
  throw new SalesforceError('invalidCredentials', 'The private key is not an RSA key that can sign.')
}

function sign(
  { clientId, username }: JwtSignIn,
  { key, audience }: { key: KeyObject; audience: string },
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(clientId)
    .setSubject(username)
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1000) + validSeconds)
    .sign(key)
}

function refusal(answer: Extract<TokenEndpointAnswer, { ok: false }>, assertion: string): SalesforceError {
  const isBusy = answer.error === 'rate_limit_exceeded' || answer.error === 'server_error'
  // Hides the assertion before the text is shortened, because half of one would not be recognised.
  const said = answer.description.replaceAll(assertion, '(secret)')
  const message = `Salesforce refused the assertion: ${answer.error}. ${said}`.slice(0, 500)
  return new SalesforceError(isBusy ? 'requestLimitExceeded' : 'fault', message, {
    salesforceCode: answer.error,
    retryable: isBusy,
  })
}
