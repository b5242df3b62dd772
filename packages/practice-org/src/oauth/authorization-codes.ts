import { createHash } from 'node:crypto'
import { randomText } from '../ids.ts'

/** What a person allowed, until the app exchanges the code. */
export interface Authorization {
  orgId: string
  userId: string
  clientId: string
  redirectUri: string
  scope: string
  /** PKCE: base64url of the SHA-256 of the verifier; null when the app sent none. */
  codeChallenge: string | null
}

const lifetimeMs = 15 * 60 * 1000

/** Authorization codes; each gives one token. */
export class AuthorizationCodes {
  readonly #codes = new Map<string, Authorization & { expiresAt: number }>()

  start(authorization: Authorization): string {
    const code = `aPrx${randomText(60)}`
    this.#codes.set(code, { ...authorization, expiresAt: Date.now() + lifetimeMs })
    return code
  }

  /** Exchanges a code; undefined when code, client, address or verifier do not fit. */
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
