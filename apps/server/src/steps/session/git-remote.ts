import { problems } from '@sluice/contract/problems'
import type { Remote } from '@sluice/git/remote'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { stack as stackTable } from '../../platform/database/schema/stacks.ts'
import type { GitRoute } from '../../platform/outgoing/outgoing-addresses.ts'
import { openGitPassword } from '../../stacks/git-password.ts'
import type { KeptRepository } from '../../stacks/github-repository.ts'
import type { TargetJob, TargetStack } from './flow-target.ts'
import { connectedGitHub, failWithReason } from './github-failure.ts'

/** A repository at the moment of one fetch or push: its credential may end before the next one. */
export type OpenRemote = () => Promise<Remote>

/** A job and the stack whose repository it works with. */
interface RepositoryUse {
  readonly job: Pick<TargetJob, 'id' | 'workspaceId'>
  readonly stack: Pick<TargetStack, 'id' | 'managedRepository'>
}

/**
 * How a job reaches the stack's repository. The built-in host is a remote like any other, with a credential per job; GitHub gives
 * credentials of an hour, so that each use asks for a valid one.
 */
export async function gitRemoteOf(ctx: Context, target: RepositoryUse): Promise<OpenRemote> {
  const { job, stack } = target
  const managed = stack.managedRepository
  if (managed === null) return await customRemote(ctx, { workspaceId: job.workspaceId, stackId: stack.id })
  if (managed.gitHubUrl !== null) return gitHubRemote(ctx, managed)
  const url = ctx.gitHost.urlOf(managed.name)
  const credential = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    ctx.gitHost.issueJobCredential(tx, {
      jobId: job.id,
      workspaceId: job.workspaceId,
      repositoryId: managed.id,
    }),
  )
  const remote = { url, ...credential, ...(await routeTo(ctx, url)) }
  return async () => remote
}

/** How a managed repository is reached that GitHub keeps. */
export function gitHubRemote(ctx: Context, kept: KeptRepository): OpenRemote {
  const gitHub = connectedGitHub(ctx, kept)
  const { gitHubId } = kept
  if (gitHubId === null) throw new JobFailure('The repository of the stack has not been made at GitHub yet.')
  const url = gitHub.urlOf(kept.name)
  return async () => {
    const credential = await failWithReason(() => gitHub.issueCredential(gitHubId))
    return { url, ...credential, ...(await routeTo(ctx, url)) }
  }
}

/** How the repository of another host is reached, with the credentials of the stack. */
export async function customRemote(
  ctx: Context,
  { workspaceId, stackId }: { readonly workspaceId: string; readonly stackId: string },
): Promise<OpenRemote> {
  const [row] = await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    tx.select().from(stackTable).where(eq(stackTable.id, stackId)),
  )
  if (row === undefined) throw new JobFailure('The stack no longer exists.')
  const { gitRepositoryUrl: url, gitUsername: username } = row
  const route = await routeTo(ctx, url)
  const password = openGitPassword(ctx.secrets, row)
  const remote =
    username === null || password === null ? { url, ...route } : { url, username, password, ...route }
  return async () => remote
}

/** The address is checked at every use too: a name may lead elsewhere than when it was saved. */
async function routeTo(ctx: Context, url: string): Promise<GitRoute> {
  try {
    return await ctx.outgoing.routeToRepository(url)
  } catch (cause) {
    throw new JobFailure(problems.gitCredentialsInvalid.title, null, { cause })
  }
}
