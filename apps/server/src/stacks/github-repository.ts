import type { Context, GitHub } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { explainGitHubError, GitHubError } from '../platform/github-error.ts'

/** A managed repository as far as it says who keeps it. */
export interface KeptRepository {
  readonly name: string
  readonly gitHubUrl: string | null
  readonly gitHubId: string | null
}

export interface RepositoryAtGitHub {
  readonly gitHub: GitHub
  readonly name: string
  readonly gitHubId: string
}

export const notConnected =
  'GitHub keeps the repository of this stack, and this server is not connected to its organization there. An administrator of the server has to check the settings of GitHub.'
export const notMadeYet = 'The repository is made when the stack is initialized.'

/** The organization of a repository, while this server is connected to it. */
export const gitHubOf = ({ gitHub }: Context, url: string): GitHub | null =>
  gitHub?.organizationUrl === url ? gitHub : null

/** Null for a repository of the built-in host. Refuses one of an organization that is not connected, or not made yet. */
export function repositoryAtGitHub(ctx: Context, kept: KeptRepository): RepositoryAtGitHub | null {
  const { name, gitHubUrl, gitHubId } = kept
  if (gitHubUrl === null) return null
  const gitHub = gitHubOf(ctx, gitHubUrl)
  if (gitHub === null) throw new AppError('repositoryNotSupported', { detail: notConnected })
  if (gitHubId === null) throw new AppError('repositoryNotSupported', { detail: notMadeYet })
  return { gitHub, name, gitHubId }
}

/** Calls GitHub for somebody who waits for the answer; what GitHub refuses becomes a problem that says why. */
export async function askGitHub<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof GitHubError)) throw cause
    const type = cause.refusal === 'limited' ? 'tooManyRequests' : 'repositoryNotSupported'
    throw new AppError(type, { detail: explainGitHubError(cause), cause })
  }
}
