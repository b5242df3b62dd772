import type { StandInRepository } from './stand-in-answers.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface StandInToken {
  readonly token: string
  readonly expiresAt: Date
  /** The one repository that it opens for Git; null for a token of the whole installation. */
  readonly repositoryId: number | null
}

/** How the next request of a kind is answered instead. */
export interface Fault extends Answer {
  readonly request: string
  /** The request takes effect before it is refused. */
  readonly isDone: boolean
}

/** GitHub on a port of its own: its REST API as far as this server uses it, and Git. */
export interface GitHubStandIn {
  readonly organization: string
  readonly installationId: number
  readonly publicKey: string
  readonly users: readonly string[]
  readonly repositories: Map<string, StandInRepository>
  readonly tokens: StandInToken[]
  /** How long new tokens are valid. */
  tokenSeconds: number
  /** `POST /orgs/acme/repos` and so on, in their order. */
  readonly requests: string[]
  /** The tokens that Git was called with, in their order. */
  readonly gitTokens: string[]
  readonly settings: Readonly<Record<string, string>>
  addRepository(name: string, description: string): Promise<StandInRepository>
  /** Refuses the next request of this kind; with `isDone` after it has had its effect. */
  refuse(request: string, answer: Omit<Answer, 'body'> & { body?: unknown; isDone?: boolean }): void
  /** Takes every token back. */
  revokeTokens(): void
  faultOf(request: string): Fault | undefined
}
