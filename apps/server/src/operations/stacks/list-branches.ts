import { join } from 'node:path'
import type { RemoteRef, stacks } from '@sluice/contract/stacks'
import { GitError } from '@sluice/git/errors'
import { runGit } from '@sluice/git/git'
import { listRemoteRefs } from '@sluice/git/ls-remote'
import type { Context } from '../../context.ts'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { KeptAnswers } from '../../platform/kept-answers.ts'
import type { KeptRepository } from '../../stacks/github-repository.ts'
import { findManagedRepository } from '../../stacks/managed-repository-store.ts'
import { remoteOfStack } from '../../repository/stack-remote.ts'
import { findStack, type StackRow } from '../../stacks/stack-store.ts'

interface Branch {
  name: string
  commitHash: string
}

/** The browsers of all members ask every minute; a remote repository is asked once for them. */
const kept = new KeptAnswers<readonly Branch[]>({ maxAgeMs: 60_000 })

export const listBranches = handler<typeof stacks.listBranches>(async (ctx, { params, caller }) => {
  const { workspaceId, stackId } = params
  const found = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const stack = await findStack(tx, workspaceId, stackId)
    return stack && { stack, repository: await findManagedRepository(tx, stackId) }
  })
  if (!found) throw new AppError('entityNotFound')
  const { stack, repository } = found
  const branches =
    repository && repository.folder !== null
      ? await branchesOnDisk(join(ctx.folders.repositories, repository.folder))
      : await kept.get(ctx.clock, remoteKey(stack), () => branchesOfRemote(ctx, stack, repository))
  return branches.map((branch) => remoteRef(stackId, branch))
})

async function branchesOnDisk(gitDir: string): Promise<Branch[]> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads']
  const { stdout } = await runGit({ repository: { gitDir }, args })
  const lines = stdout.toString('utf8').split('\n').filter(Boolean)
  return lines.map((line) => ({ commitHash: line.slice(0, 40), name: line.slice(41) }))
}

/** Other credentials or another address are another question. */
const remoteKey = ({ id, gitRepositoryUrl, gitUsername, gitPasswordSealed }: StackRow): string =>
  JSON.stringify([id, gitRepositoryUrl, gitUsername, gitPasswordSealed])

async function branchesOfRemote(
  ctx: Context,
  stack: StackRow,
  repository: KeptRepository | null,
): Promise<readonly Branch[]> {
  const remote = await remoteOfStack(ctx, stack, repository)
  try {
    return (await listRemoteRefs({ remote, timeoutMs: 20_000 })).branches
  } catch (error) {
    if (error instanceof GitError) throw new AppError('gitCredentialsInvalid', { cause: error })
    throw error
  }
}

const remoteRef = (stackId: string, { name, commitHash }: Branch): RemoteRef => ({
  id: `${stackId}:refs/heads/${name}`,
  stackId,
  name: `refs/heads/${name}`,
  shortName: name,
  targetIdentifier: commitHash,
  directTargetIdentifier: commitHash,
  isBranch: true,
  isRemoteTrackingBranch: false,
  isTag: false,
  isNote: false,
})
