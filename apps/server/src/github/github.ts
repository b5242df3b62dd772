import type { RepositoryCollaborator } from '@sluice/contract/repository-collaborator'
import type { AddressPolicy } from '@sluice/http/address-policy'
import type { GitHub, GitHubRepository } from '../context.ts'
import { GitHubError } from '../platform/github-error.ts'
import { type GitHubApp, type GitHubSession, openGitHubSession } from './github-session.ts'
import { invite, listCollaborators, removeCollaborator } from './github-collaborators.ts'

/** Null where GitHub has no such thing. */
async function unlessMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof GitHubError && error.refusal === 'notFound') return null
    throw error
  }
}

/** The private repositories of one organization, as the app of this server manages them. */
export function openGitHub(
  settings: GitHubApp & { readonly webOrigin: string },
  addresses: AddressPolicy,
): GitHub {
  const { organization } = settings
  const organizationUrl = `${settings.webOrigin}/${organization}`
  const session = openGitHubSession(settings, addresses)
  const at = (name: string) => ({ owner: organization, repo: name })
  return {
    organizationUrl,
    urlOf: (name) => `${organizationUrl}/${name}.git`,
    findRepository: (name) => findRepository(session, at(name)),
    createRepository: async ({ name, description }) => {
      const { data } = await session.change((octokit) =>
        octokit.request('POST /orgs/{org}/repos', {
          org: organization,
          name,
          description,
          private: true,
          has_wiki: false,
          has_projects: false,
        }),
      )
      return repositoryOf(data)
    },
    deleteRepository: async (name) => {
      const deletion = session.change((octokit) => octokit.request('DELETE /repos/{owner}/{repo}', at(name)))
      return (await unlessMissing(deletion)) !== null
    },
    issueCredential: async (repositoryId) => ({
      username: 'x-access-token',
      password: await session.repositoryToken(Number(repositoryId)),
    }),
    findUser: async (username) => {
      const found = await unlessMissing(
        session.read((octokit) => octokit.request('GET /users/{username}', { username })),
      )
      return found?.data.login ?? null
    },
    listCollaborators: (name): Promise<RepositoryCollaborator[]> => listCollaborators(session, at(name)),
    inviteCollaborator: (name, invitation) => invite(session, at(name), invitation),
    removeCollaborator: (name, username) => removeCollaborator(session, at(name), username),
  }
}

/** Null also for the address of a repository that has another name by now, to which GitHub redirects. */
async function findRepository(
  session: GitHubSession,
  at: { readonly owner: string; readonly repo: string },
): Promise<GitHubRepository | null> {
  const found = await unlessMissing(
    session.read((octokit) => octokit.request('GET /repos/{owner}/{repo}', at)),
  )
  return found !== null && 'id' in found.data ? repositoryOf(found.data) : null
}

const repositoryOf = (data: {
  id: number | bigint
  name: string
  description: string | null
}): GitHubRepository => ({
  id: String(data.id),
  name: data.name,
  description: data.description ?? '',
})
