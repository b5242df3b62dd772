import { ProblemError } from '@sluice/contract/client'
import type { AuthTokens } from '@sluice/contract/user'
import type { Tokens, TokenStore } from './token-store.ts'

/** How long before its end an access token is renewed. */
const refreshWindowMs = 30_000

interface AccessParts {
  store: TokenStore
  refresh: (refreshToken: string) => Promise<AuthTokens>
  /** Called once when the session is over against the user's will. */
  onLost: () => void
  /** Runs one holder at a time across the tabs of this browser. */
  exclusively?: <T>(work: () => Promise<T>) => Promise<T>
  now?: () => number
}

/** Hands out a living access token, and renews it once for all who ask at the same time. */
export class Access {
  readonly #parts: Required<AccessParts>
  #underWay: Promise<string | null> | null = null

  constructor(parts: AccessParts) {
    this.#parts = { exclusively: (work) => work(), now: Date.now, ...parts }
  }

  get isSignedIn(): boolean {
    return this.#parts.store.read() !== null
  }

  begin(tokens: AuthTokens, keepSignedIn: boolean): void {
    this.#parts.store.save(this.#kept(tokens), keepSignedIn)
  }

  end(): void {
    this.#parts.store.clear()
  }

  /** Null when nobody is signed in. Raises when the server cannot be reached for a renewal. */
  async token(): Promise<string | null> {
    const tokens = this.#parts.store.read()
    if (!tokens) return null
    return this.#isFresh(tokens) ? tokens.accessToken : this.renew(tokens.accessToken)
  }

  /** Renews although the token looks alive: the server has refused it. */
  renew(refused: string): Promise<string | null> {
    this.#underWay ??= this.#parts
      .exclusively(() => this.#renew(refused))
      .finally(() => (this.#underWay = null))
    return this.#underWay
  }

  async #renew(refused: string): Promise<string | null> {
    const { store, refresh, onLost } = this.#parts
    // Another tab may have renewed while this one waited; a refresh token used twice would end the session.
    const tokens = store.read()
    if (!tokens) return null
    if (tokens.accessToken !== refused && this.#isFresh(tokens)) return tokens.accessToken
    try {
      const renewed = this.#kept(await refresh(tokens.refreshToken))
      store.save(renewed)
      return renewed.accessToken
    } catch (error) {
      // Only an answer of the server ends the session; a lost connection may come back.
      if (!(error instanceof ProblemError) || error.problem.status >= 500) throw error
      store.clear()
      onLost()
      return null
    }
  }

  #isFresh(tokens: Tokens): boolean {
    return tokens.expiresAt - this.#parts.now() > refreshWindowMs
  }

  #kept({ accessToken, refreshToken, expiresIn }: AuthTokens): Tokens {
    return { accessToken, refreshToken, expiresAt: this.#parts.now() + expiresIn * 1000 }
  }
}

/** The browser's own lock, so that two tabs never use one refresh token twice. */
export const acrossTabs = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('sluice.refresh', work) : work()
