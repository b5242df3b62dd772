import { readFile, rename, writeFile } from 'node:fs/promises'
import { randomText, sameId } from '../ids.ts'

/** A valid access token and whom it stands for. */
export interface Session {
  accessToken: string
  orgId: string
  userId: string
  clientId: string
  scope: string
  issuedAt: number
  /** Set when the session came from an expired password: it may do nothing but change it. */
  restricted?: boolean
}

/** A refresh token; it outlives access tokens and restarts. */
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

/** All sessions and refresh tokens of all orgs, kept in one file. */
export class Sessions {
  readonly #file: string
  readonly #sessions = new Map<string, Session>()
  readonly #grants = new Map<string, RefreshGrant>()
  #saving: Promise<void> = Promise.resolve()

  private constructor(file: string) {
    this.#file = file
  }

  static async open(file: string): Promise<Sessions> {
    const sessions = new Sessions(file)
    const text = await readFile(file, 'utf8').catch(() => '{"sessions":[],"grants":[]}')
    const content: SessionsFile = JSON.parse(text)
    for (const session of content.sessions) sessions.#sessions.set(session.accessToken, session)
    for (const grant of content.grants) sessions.#grants.set(grant.refreshToken, grant)
    return sessions
  }

  find(accessToken: string): Session | undefined {
    return this.#sessions.get(accessToken)
  }

  findGrant(refreshToken: string): RefreshGrant | undefined {
    return this.#grants.get(refreshToken)
  }

  /** Opens a session; tokens begin with the org's id, as those of the service do. */
  async start(session: Omit<Session, 'accessToken' | 'issuedAt'>): Promise<Session> {
    const accessToken = `${session.orgId.slice(0, 15)}!AQ${randomText(88)}`
    const started: Session = { ...session, accessToken, issuedAt: Date.now() }
    this.#sessions.set(accessToken, started)
    await this.#save()
    return started
  }

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

  /** Ends all sessions of an org, and its refresh tokens too when asked. Returns how many sessions there were. */
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
