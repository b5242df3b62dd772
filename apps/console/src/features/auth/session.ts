import type { User } from '@sluice/contract/user'
import { fireAnalyticsEvent } from '../../platform/analytics.ts'
import type { Access } from '../../platform/api/access.ts'
import type { SluiceClient } from '../../platform/api/client-context.tsx'
import { announceSignOut } from '../../platform/other-tabs.ts'

interface Credentials {
  readonly username: string
  readonly password: string
  /** Of the link that proves the address. */
  readonly confirmationToken?: string | undefined
}

/** How often a signed-in page asks who it is. */
export const infoCheckMs = 30_000

/** Who is signed in. */
export class Session {
  readonly #access: Access
  readonly #client: SluiceClient
  readonly #listeners = new Set<() => void>()
  #user: User | null = null
  /** What the page does when the session ends against the user's will. */
  onLost: () => void = () => undefined

  constructor(access: Access, client: SluiceClient) {
    this.#access = access
    this.#client = client
  }

  readonly user = (): User | null => this.#user

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The user, asked for once per page; null for a visitor. */
  async restore(): Promise<User | null> {
    if (!this.#access.isSignedIn) this.#become(null)
    else if (!this.#user) await this.check()
    return this.#user
  }

  /** Asks the server for the signed-in user. The answer that there is none ends the session; no answer changes nothing. */
  async check(): Promise<void> {
    if (!this.#access.isSignedIn) return this.lose()
    const info = await this.#client.users.getSignInInfo()
    if (info.isAuthenticated && info.user) this.#become(info.user)
    else this.lose()
  }

  async signIn(credentials: Credentials, keepSignedIn: boolean): Promise<void> {
    this.#access.begin(await this.#client.users.login({ body: credentials }), keepSignedIn)
    fireAnalyticsEvent('signed_in')
    await this.check()
  }

  /** The local tokens are removed whatever the server answers. */
  async signOut(): Promise<void> {
    try {
      await this.#client.users.logout()
    } catch (error) {
      console.warn('Signing out at the server failed.', error)
    }
    this.#end()
    announceSignOut()
  }

  lose(): void {
    this.#end()
    this.onLost()
  }

  #end(): void {
    this.#access.end()
    this.#become(null)
  }

  #become(user: User | null): void {
    if (this.#user === user) return
    this.#user = user
    for (const listener of this.#listeners) listener()
  }
}
