import type { Endpoints } from '@octokit/types'

/** What GitHub answers to a request, as its own client library has it. */
export type AnswerOf<Route extends keyof Endpoints> = Endpoints[Route]['response']['data']
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

type Repository = AnswerOf<'POST /orgs/{org}/repos'>
type Person = ItemOf<AnswerOf<'GET /repos/{owner}/{repo}/collaborators'>>
type Invitation = ItemOf<AnswerOf<'GET /repos/{owner}/{repo}/invitations'>>

/** A person of the stand-in. */
export interface StandInPerson {
  readonly login: string
  readonly canPush: boolean
}

export interface StandInInvitation extends StandInPerson {
  readonly id: number
  readonly isExpired: boolean
}

export interface StandInRepository {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly gitDir: string
  readonly people: StandInPerson[]
  invitations: StandInInvitation[]
}

const pictureOf = (login: string) => `https://avatars.example/${login}.png`

export const repositoryAnswer = (repository: StandInRepository, organization: string) =>
  ({
    id: repository.id,
    name: repository.name,
    full_name: `${organization}/${repository.name}`,
    description: repository.description,
    private: true,
  }) satisfies Pick<Repository, 'id' | 'name' | 'full_name' | 'description' | 'private'>

export const personAnswer = ({ login, canPush }: StandInPerson) =>
  ({
    login,
    avatar_url: pictureOf(login),
    role_name: canPush ? 'write' : 'read',
    permissions: { pull: true, triage: false, push: canPush, maintain: false, admin: false },
  }) satisfies Pick<Person, 'login' | 'avatar_url' | 'role_name' | 'permissions'>

export const invitationAnswer = ({ id, login, canPush, isExpired }: StandInInvitation) =>
  ({
    id,
    invitee: { login, avatar_url: pictureOf(login) },
    permissions: canPush ? 'write' : 'read',
    expired: isExpired,
  }) satisfies Pick<Invitation, 'id' | 'permissions' | 'expired'> & {
    invitee: Pick<NonNullable<Invitation['invitee']>, 'login' | 'avatar_url'>
  }

export const installationAnswer = (id: number) =>
  ({ id }) satisfies Pick<AnswerOf<'GET /orgs/{org}/installation'>, 'id'>

export const userAnswer = (login: string) =>
  ({ login }) satisfies Pick<AnswerOf<'GET /users/{username}'>, 'login'>

type Token = AnswerOf<'POST /app/installations/{installation_id}/access_tokens'>

export const tokenAnswer = (token: string, expiresAt: Date) =>
  ({
    token,
    expires_at: expiresAt.toISOString(),
    permissions: { contents: 'write' },
    repository_selection: 'selected',
  }) satisfies Pick<Token, 'token' | 'expires_at' | 'permissions' | 'repository_selection'>

/** Both forms of a refusal. */
export interface Refusal {
  readonly message: string
  readonly errors?: readonly { readonly resource: string; readonly code: string; readonly message: string }[]
}
