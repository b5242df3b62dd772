import type { Remote } from '@sluice/git/remote'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { openGitPassword } from '../stacks/git-password.ts'
import { askGitHub, type KeptRepository, repositoryAtGitHub } from '../stacks/github-repository.ts'
import { routeForCall } from '../stacks/repository-address.ts'
import type { StackRow } from '../stacks/stack-store.ts'

/** How somebody who waits for the answer reaches the repository of a stack that this server does not keep. */
export async function remoteOfStack(
  ctx: Context,
  stack: StackRow,
  repository: KeptRepository | null,
): Promise<Remote> {
  const { gitRepositoryUrl: url } = stack
  const credential = await credentialOf(ctx, stack, repository)
  return { url, ...credential, ...(await routeForCall(ctx, url)) }
}

async function credentialOf(ctx: Context, stack: StackRow, repository: KeptRepository | null) {
  const atGitHub = repository && repositoryAtGitHub(ctx, repository)
  if (atGitHub) return await askGitHub(() => atGitHub.gitHub.issueCredential(atGitHub.gitHubId))
  const { gitUsername: username } = stack
  const password = openGitPassword(ctx.secrets, stack)
  if (username === null || password === null) throw new AppError('gitCredentialsMissing')
  return { username, password }
}
