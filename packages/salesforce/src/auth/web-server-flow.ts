import { createHash, randomBytes } from 'node:crypto'
import { SalesforceError } from '../errors.ts'
import { checkCallableUrl } from '../callable-url.ts'
import { redact } from '../redact.ts'
import { postToken, type SignInCall } from './token-endpoint.ts'
import { readTokenResponse, type TokenResponse } from './token-response.ts'

/** What the browser is sent to, and what proves in the exchange who began (PKCE, RFC 7636). */
export interface CodeRequest {
  readonly codeVerifier: string
  /** Page of Salesforce on which a person signs in and allows the app. */
  authorizationUrl: (state: string) => string
}

interface CodeRequestOptions extends Pick<SignInCall, 'signInUrl' | 'addresses'> {
  readonly clientId: string
  /** One of the callback URLs of the app. Salesforce sends the browser there, with `code` and `state`. */
  readonly redirectUri: string
}

/**
 * Begins the OAuth 2.0 web server flow with PKCE; nothing is sent yet.
 * @throws SalesforceError `unsafeAddress`
 */
export function beginWebServerFlow(options: CodeRequestOptions): CodeRequest {
  const { clientId, redirectUri, signInUrl, addresses } = options
  const origin = checkCallableUrl(signInUrl, addresses)
  const codeVerifier = randomBytes(48).toString('base64url')
  return {
    codeVerifier,
    authorizationUrl: (state) => {
      const url = new URL('/services/oauth2/authorize', origin)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'api refresh_token',
        state,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return url.href
    },
  }
}

interface CodeExchange extends SignInCall {
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** The same as in the request. */
  readonly redirectUri: string
  /** Absent where the code was not asked for with a challenge. */
  readonly codeVerifier?: string | undefined
  readonly code: string
}

/**
 * Exchanges the code that came back with the browser; a code is good once and for 15 minutes.
 * @throws SalesforceError with the OAuth error as `salesforceCode`, see `explainSignInRefusal`
 */
export async function exchangeAuthorizationCode(options: CodeExchange): Promise<TokenResponse> {
  const { clientId, clientSecret, redirectUri, codeVerifier, code } = options
  const answer = await postToken(options, {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    redirect_uri: redirectUri,
    ...(codeVerifier === undefined ? {} : { code_verifier: codeVerifier }),
  })
  if (answer.ok) return readTokenResponse(answer.fields, options.addresses)
  const message = `Salesforce refused the code: ${answer.error}. ${answer.description}`.slice(0, 500)
  const refusal = new SalesforceError('fault', message, { salesforceCode: answer.error })
  throw redact(refusal, [code, codeVerifier ?? '', clientSecret ?? ''])
}
