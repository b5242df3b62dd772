import { branchRef, checkBranchName } from './branch-name.ts'
import { classifyFailure, GitError } from './errors.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { isAncestor } from './merge-base.ts'
import { fullHash } from './object-names.ts'
import { accessRemote } from './remote.ts'
import type { Remote } from './remote.ts'

/** A branch to move on the remote. `expectedOldHash` null: the branch must not exist there yet. */
export interface BranchUpdate {
  readonly branch: string
  readonly commitHash: string
  readonly expectedOldHash: string | null
}

/** `upToDate` also when an earlier push of the same commit had arrived although its answer was lost. */
export interface PushedBranch {
  readonly branch: string
  readonly status: 'created' | 'updated' | 'upToDate'
}

/**
 * Moves branches of a remote forward, all or none, each only from its expected old commit. Never forces: an update
 * whose commit does not contain the old one is refused before Git runs, and the lease makes the remote refuse it
 * when the branch has moved since.
 *
 * Raises `rejectedNonFastForward` when a branch is not where it was expected (fetch, merge again, retry),
 * `rejectedByRemote` when the remote refuses by a rule of its own (protected branch, hook), and the codes of every
 * network call.
 */
export async function pushBranches(options: {
  repository: Repository
  remote: Remote
  updates: readonly BranchUpdate[]
  signal?: AbortSignal
  timeoutMs?: number
}): Promise<PushedBranch[]> {
  const { repository, remote, updates, signal, timeoutMs } = options
  if (updates.length === 0) return []
  for (const update of updates) await requireForward(repository, update)
  const { url, env, config, secrets } = accessRemote(remote)
  const leases = updates.map(
    (update) => `--force-with-lease=${branchRef(update.branch)}:${update.expectedOldHash ?? ''}`,
  )
  const refspecs = updates.map((update) => `${update.commitHash}:${branchRef(update.branch)}`)
  const atomic = updates.length > 1 ? ['--atomic'] : []
  const { stdout, stderr, exitCode } = await runGit({
    repository,
    args: [
      'push',
      '--porcelain',
      '--no-verify',
      '--no-follow-tags',
      ...atomic,
      ...leases,
      '--end-of-options',
      url,
      ...refspecs,
    ],
    env,
    config,
    secrets,
    answers: [1],
    signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  return readReport(updates, { text: stdout.toString('utf8'), stderr, exitCode })
}

async function requireForward(repository: Repository, update: BranchUpdate): Promise<void> {
  const problem = checkBranchName(update.branch)
  if (problem !== null) throw new GitError('invalidRef', `The branch name ${problem}.`)
  fullHash(update.commitHash)
  if (update.expectedOldHash === null) return
  if (await isAncestor(repository, fullHash(update.expectedOldHash), update.commitHash)) return
  throw new GitError(
    'rejectedNonFastForward',
    `The new commit of ${update.branch} does not contain the old one.`,
  )
}

/** Reads the lines `<flag> TAB <from>:<to> TAB <summary> (<reason>)` of git-push(1), section Output. */
function readReport(
  updates: readonly BranchUpdate[],
  output: { text: string; stderr: string; exitCode: number },
): PushedBranch[] {
  const lines = new Map(
    [...output.text.matchAll(/^(.)\t[^\t\n]*:(\S+)\t(.*)$/gm)].map(
      ([, flag = '', ref = '', summary = '']) => [ref, { flag, summary }],
    ),
  )
  // With --atomic the refs that were fine are reported as failed too; the one with a reason of its own comes first.
  const refused = [...lines.values()].filter((line) => line.flag === '!')
  const cause = refused.find((line) => !/atomic (push|transaction) fail/.test(line.summary)) ?? refused[0]
  if (cause !== undefined) throw refusal(cause.summary, output.stderr)
  if (output.exitCode !== 0)
    throw new GitError(classifyFailure(output.stderr), 'The push failed.', { stderr: output.stderr })
  return updates.map(({ branch }) => {
    const flag = lines.get(branchRef(branch))?.flag
    if (flag === undefined)
      throw new GitError('failed', `Git did not report ${branch}.`, { stderr: output.stderr })
    return { branch, status: flag === '*' ? 'created' : flag === '=' ? 'upToDate' : 'updated' }
  })
}

function refusal(summary: string, stderr: string): GitError {
  // A race with another push shows as a failed lock or compare on the remote's side.
  const moved =
    /^\[rejected\]|cannot lock ref|failed to update ref|incorrect old value|reference already exists|non-fast-forward/.test(
      summary,
    )
  if (moved)
    return new GitError('rejectedNonFastForward', `The remote branch has moved: ${summary}`, { stderr })
  return new GitError('rejectedByRemote', `The remote refused the push: ${summary}`, { stderr })
}
