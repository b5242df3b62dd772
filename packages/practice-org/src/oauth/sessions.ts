import { readFile, rename, writeFile } from 'node:fs/promises'
import { randomText, sameId } from '../ids.ts'

/**
 * A valid access token and whom it stands for. Sessions here do not expire by themselves;
 * tests end them.
 */
export interface Session {
  accessToken: string
  orgId: string
  userId: string
  clientId: string
  scope: string
  /** Milliseconds since 1970; `issued_at` of the token answer. */
  issuedAt: number
  /** Set when the session came from an expired password: it may do nothing but change it. */
  restricted?: boolean
}

/**
 * A refresh token; it outlives access tokens and restarts. It dies by revocation, or by use
 * when rotation is on.
 */
export interface RefreshGrant {
  refreshToken: string
  orgId: string
  userId: string
  clientId: string
  scope: string
}

interface SessionsFile {
  sessions: Session[]
  grants: RefreshGrant[]
}

/**
 * All sessions and refresh tokens of all orgs, kept in one file that only its owner may read.
 * Every change is on disk before the call that made it is answered: a client must never hold a
 * token that a restart forgets.
 */
export class Sessions {
  readonly #file: string
  readonly #sessions = new Map<string, Session>()
  readonly #grants = new Map<string, RefreshGrant>()
  #saving: Promise<void> = Promise.resolve()

  private constructor(file: string) {
    this.#file = file
  }

  /**
   * Opens the file; none, or one that cannot be read, means no sessions. Throws SyntaxError
   * for a damaged one.
   */
  static async open(file: string): Promise<Sessions> {
    const sessions = new Sessions(file)
    const text = await readFile(file, 'utf8').catch(() => '{"sessions":[],"grants":[]}')
    const content: SessionsFile = JSON.parse(text)
    for (const session of content.sessions) sessions.#sessions.set(session.accessToken, session)
    for (const grant of content.grants) sessions.#grants.set(grant.refreshToken, grant)
    return sessions
  }

  /** The session of an access token; undefined makes the caller answer INVALID_SESSION_ID. */
  find(accessToken: string): Session | undefined {
    return this.#sessions.get(accessToken)
  }

  /** The grant of a refresh token; undefined makes the caller answer `invalid_grant`. */
  findGrant(refreshToken: string): RefreshGrant | undefined {
    return this.#grants.get(refreshToken)
  }

  /**
   * Opens a session. Tokens are `<15-character org id>!AQ` and 88 characters, the shape that
   * clients recognise as an access token.
   */
  async start(session: Omit<Session, 'accessToken' | 'issuedAt'>): Promise<Session> {
    const accessToken = `${session.orgId.slice(0, 15)}!AQ${randomText(88)}`
    const started: Session = { ...session, accessToken, issuedAt: Date.now() }
    this.#sessions.set(accessToken, started)
    await this.#save()
    return started
  }

  /** Adds a refresh token to a session; it begins with `5Aep861`, as seen on the service. */
  async grant(session: Session): Promise<RefreshGrant> {
    const { orgId, userId, clientId, scope } = session
    const grant: RefreshGrant = { refreshToken: `5Aep861${randomText(80)}`, orgId, userId, clientId, scope }
    this.#grants.set(grant.refreshToken, grant)
    await this.#save()
    return grant
  }

  /** Ends a session or takes a refresh token back; true when there was one. */
  async revoke(token: string): Promise<boolean> {
    const found = this.#sessions.delete(token) || this.#grants.delete(token)
    if (found) await this.#save()
    return found
  }

  /**
   * Ends all sessions of an org, of all orgs without one, and its refresh tokens too when
   * asked. Returns how many sessions there were.
   */
  async revokeAll(orgId: string | undefined, grantsToo: boolean): Promise<number> {
    let count = 0
    for (const [token, session] of this.#sessions) {
      if (orgId !== undefined && !sameId(session.orgId, orgId)) continue
      this.#sessions.delete(token)
      count++
    }
    for (const [token, grant] of this.#grants) {
      if (grantsToo && (orgId === undefined || sameId(grant.orgId, orgId))) this.#grants.delete(token)
    }
    await this.#save()
    return count
  }

  /** Writes the file; calls in flight are put in one line so that the last state wins. */
  async #save(): Promise<void> {
    const previous = this.#saving
    const write = async (): Promise<void> => {
      await previous.catch(() => undefined)
      const content: SessionsFile = {
        sessions: [...this.#sessions.values()],
        grants: [...this.#grants.values()],
      }
      await writeFile(`${this.#file}.new`, JSON.stringify(content), { mode: 0o600 })
      await rename(`${this.#file}.new`, this.#file)
    }
    this.#saving = write()
    await this.#saving
  }
}
