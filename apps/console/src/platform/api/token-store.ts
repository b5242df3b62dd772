export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

const key = 'sluice.tokens'

/**
 * Where the tokens lie: persistent storage when the user chose to stay signed in, else the storage of this tab.
 * The access token is worth little after minutes; the content security policy keeps foreign code away from it.
 */
export class TokenStore {
  readonly #persistent: Storage
  readonly #session: Storage

  constructor(storages: { persistent: Storage; session: Storage }) {
    this.#persistent = storages.persistent
    this.#session = storages.session
  }

  read(): Tokens | null {
    return parse(this.#session.getItem(key)) ?? parse(this.#persistent.getItem(key))
  }

  /** The first save says how long to keep; later ones, after a refresh, stay where the tokens are. */
  save(tokens: Tokens, keepSignedIn = this.#session.getItem(key) === null): void {
    const [to, from] = keepSignedIn ? [this.#persistent, this.#session] : [this.#session, this.#persistent]
    from.removeItem(key)
    to.setItem(key, JSON.stringify(tokens))
  }

  clear(): void {
    this.#session.removeItem(key)
    this.#persistent.removeItem(key)
  }
}

function parse(text: string | null): Tokens | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isTokens(value) ? value : null
  } catch {
    return null
  }
}

const isTokens = (value: unknown): value is Tokens =>
  typeof value === 'object' &&
  value !== null &&
  'accessToken' in value &&
  'refreshToken' in value &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'number'
