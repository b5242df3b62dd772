import { GitError } from '@sluice/git/errors'
import { deleteRemoteBranch } from '@sluice/git/push'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Mirror } from '../../steps/session/mirror.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

/** A branch of the remote and the commit that it is at. */
interface Branch {
  readonly name: string
  readonly commitHash: string
}

/** The branch to delete, and the sandbox that the job has deleted before it, which a refusal names. */
interface BranchDeletion {
  readonly branch: Branch
  readonly deletedSandboxName: string | null
}

/** The branch as it is now; null when the remote has none of that name any more. */
export async function findBranch(session: JobSession, name: string): Promise<Branch | null> {
  return await session.run.step('find branch', async () => {
    const { defaultBranch, branches } = await (await session.mirror()).refs()
    if (defaultBranch === name)
      throw new JobFailure(
        `The branch ${name} is the default branch of the repository and cannot be deleted. Nothing was deleted. Make another branch the default branch, or delete the environment without its branch.`,
      )
    return branches.find((branch) => branch.name === name) ?? null
  })
}

/** Deletes the branch once, and only while it is at the commit; false when somebody else was faster. */
export async function deleteBranch(session: JobSession, deletion: BranchDeletion): Promise<boolean> {
  const { run } = session
  const { branch, deletedSandboxName } = deletion
  return await run.effect<Branch, boolean>('delete branch', {
    kind: 'BranchDeletion',
    changedNothing: (isDeleted) => !isDeleted,
    intent: async () => branch,
    perform: async (intended) => {
      const mirror = await session.mirror()
      try {
        const { name, commitHash: expectedHash } = intended
        const { repository } = mirror
        const remote = await mirror.remote()
        await deleteRemoteBranch({ repository, remote, branch: name, expectedHash, signal: run.signal })
        return true
      } catch (error) {
        if (!(error instanceof GitError) || !refusals.has(error.code)) throw error
        if (await isGone(mirror, intended)) return false
        throw refusalOf(error, { branch: intended, deletedSandboxName })
      }
    },
    reconcile: async (intended) =>
      (await isGone(await session.mirror(), intended)) ? { done: true } : 'notDone',
    provesNotDone: (error) =>
      error instanceof JobFailure || (error instanceof GitError && error.code === 'authenticationFailed'),
  })
}

/** Answers of the remote: it has seen the push and deleted nothing. */
const refusals = new Set<GitError['code']>(['rejectedNonFastForward', 'staleRef', 'rejectedByRemote'])

async function isGone(mirror: Mirror, { name }: Branch): Promise<boolean> {
  const { branches } = await mirror.refs()
  return !branches.some((branch) => branch.name === name)
}

function refusalOf(error: GitError, { branch: { name }, deletedSandboxName }: BranchDeletion): JobFailure {
  const left =
    deletedSandboxName === null
      ? 'The environment is still there.'
      : `The sandbox ${deletedSandboxName} was deleted; the environment is still there.`
  if (error.code === 'rejectedByRemote')
    return new JobFailure(`The Git repository refused to delete the branch ${name}. ${left}`, error.message, {
      cause: error,
    })
  return new JobFailure(
    `Somebody pushed to the branch ${name} while the job was running, so the branch was not deleted. ${left}`,
    'Look at the new commits, and run the job again to delete the branch with them.',
    { cause: error },
  )
}
