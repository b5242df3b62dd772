import { createHash } from 'node:crypto'
import { randomText } from '../ids.ts'

/**
 * What a person allowed, until the app exchanges the code. Ids are 18 characters, scopes are
 * separated by blanks.
 */
export interface Authorization {
  orgId: string
  userId: string
  /** Empty for codes of sandboxAuth without a client: any app may exchange those. */
  clientId: string
  /** Has to come back unchanged in the exchange, as OAuth 2.0 demands. */
  redirectUri: string
  scope: string
  /** PKCE: base64url of the SHA-256 of the verifier; null when the app sent none. */
  codeChallenge: string | null
}

/** Documented for the service: a code that is not exchanged within 15 minutes is worth nothing. */
const lifetimeMs = 15 * 60 * 1000

/**
 * Authorization codes under way; each gives one token. They live 15 minutes and only in
 * memory: after a restart a person has to allow the app again.
 */
export class AuthorizationCodes {
  readonly #codes = new Map<string, Authorization & { expiresAt: number }>()

  /**
   * Begins the exchange for what a person allowed. Returns the code; it begins with `aPrx`, as
   * real ones do.
   */
  start(authorization: Authorization): string {
    const code = `aPrx${randomText(60)}`
    this.#codes.set(code, { ...authorization, expiresAt: Date.now() + lifetimeMs })
    return code
  }

  /**
   * Exchanges a code; undefined when code, client, address or verifier do not fit. A code is
   * gone after the first try, whatever its outcome, so that a stolen one cannot be probed.
   */
  take(
    code: string,
    given: { clientId: string; redirectUri: string; verifier: string },
  ): Authorization | undefined {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    if (!found || found.expiresAt < Date.now() || found.redirectUri !== given.redirectUri) return undefined
    if (found.clientId !== '' && found.clientId !== given.clientId) return undefined
    if (found.codeChallenge === null) return found
    const challenge = createHash('sha256').update(given.verifier).digest('base64url')
    return challenge === found.codeChallenge ? found : undefined
  }
}
