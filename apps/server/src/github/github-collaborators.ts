import type { RepositoryCollaborator } from '@sluice/contract/repository-collaborator'
import type { GitHubSession } from './github-session.ts'

interface Repository {
  readonly owner: string
  readonly repo: string
}

const perPage = 100
/** A repository of more people than this is looked after at GitHub. */
const mostPages = 20

/** All pages of a list. */
async function everyPage<T>(readPage: (page: number) => Promise<readonly T[]>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; page <= mostPages; page++) {
    const found = await readPage(page)
    all.push(...found)
    if (found.length < perPage) break
  }
  return all
}

const listPeople = (session: GitHubSession, repository: Repository) =>
  everyPage(async (page) => {
    const { data } = await session.read((octokit) =>
      octokit.request('GET /repos/{owner}/{repo}/collaborators', {
        ...repository,
        affiliation: 'direct',
        per_page: perPage,
        page,
      }),
    )
    return data
  })

const listInvitations = (session: GitHubSession, repository: Repository) =>
  everyPage(async (page) => {
    const { data } = await session.read((octokit) =>
      octokit.request('GET /repos/{owner}/{repo}/invitations', { ...repository, per_page: perPage, page }),
    )
    return data
  })

/** Who was given access to this repository, not who has it as an owner of the organization; invitations too. */
export async function listCollaborators(
  session: GitHubSession,
  repository: Repository,
): Promise<RepositoryCollaborator[]> {
  const people = await listPeople(session, repository)
  const invitations = await listInvitations(session, repository)
  const collaborators: RepositoryCollaborator[] = people.map((person) => ({
    username: person.login,
    avatarUrl: person.avatar_url,
    isReadOnly: person.permissions?.push !== true,
    status: 'Active',
  }))
  for (const { invitee, permissions, expired } of invitations)
    if (invitee !== null)
      collaborators.push({
        username: invitee.login,
        avatarUrl: invitee.avatar_url,
        isReadOnly: permissions === 'read' || permissions === 'triage',
        status: expired === true ? 'InvitationExpired' : 'InvitationPending',
      })
  return collaborators.toSorted((a, b) => a.username.localeCompare(b.username, 'en'))
}

/** GitHub sends the mail. A member of the organization gets access at once. */
export async function invite(
  session: GitHubSession,
  repository: Repository,
  { username, readOnly }: { readonly username: string; readonly readOnly: boolean },
): Promise<void> {
  await session.change((octokit) =>
    octokit.request('PUT /repos/{owner}/{repo}/collaborators/{username}', {
      ...repository,
      username,
      permission: readOnly ? 'pull' : 'push',
    }),
  )
}

const isNamed = (login: string | undefined, username: string): boolean =>
  login?.toLowerCase() === username.toLowerCase()

/** False when there was neither access nor an invitation. */
export async function removeCollaborator(
  session: GitHubSession,
  repository: Repository,
  username: string,
): Promise<boolean> {
  const invitations = await listInvitations(session, repository)
  const invitation = invitations.find(({ invitee }) => isNamed(invitee?.login, username))
  if (invitation !== undefined) {
    await session.change((octokit) =>
      octokit.request('DELETE /repos/{owner}/{repo}/invitations/{invitation_id}', {
        ...repository,
        invitation_id: Number(invitation.id),
      }),
    )
    return true
  }
  const people = await listPeople(session, repository)
  if (!people.some(({ login }) => isNamed(login, username))) return false
  await session.change((octokit) =>
    octokit.request('DELETE /repos/{owner}/{repo}/collaborators/{username}', { ...repository, username }),
  )
  return true
}
