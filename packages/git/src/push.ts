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
export async function pushBranches(
  options: RemoteAccess & { readonly updates: readonly BranchUpdate[] },
): Promise<PushedBranch[]> {
  const { updates, ...access } = options
  if (updates.length === 0) return []
  for (const update of updates) await requireForward(access.repository, update)
  const flags = await push(
    access,
    updates.map(({ commitHash, ...update }) => ({ ...update, source: commitHash })),
  )
  return updates.map(({ branch }) => {
    const flag = flags.get(branch)
    return { branch, status: flag === '*' ? 'created' : flag === '=' ? 'upToDate' : 'updated' }
  })
}

/**
 * Deletes a branch of a remote, only while it is at the expected commit.
 *
 * Raises `rejectedNonFastForward` when the branch is somewhere else, `rejectedByRemote` when the remote refuses by a rule of
 * its own, such as for its default branch, and the codes of every network call.
 */
export async function deleteRemoteBranch(
  options: RemoteAccess & { readonly branch: string; readonly expectedHash: string },
): Promise<void> {
  const { branch, expectedHash, ...access } = options
  requireBranchName(branch)
  await push(access, [{ branch, source: '', expectedOldHash: fullHash(expectedHash) }])
}

interface RemoteAccess {
  readonly repository: Repository
  readonly remote: Remote
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

interface PushedRef {
  readonly branch: string
  /** The commit that the branch gets; empty deletes the branch. */
  readonly source: string
  readonly expectedOldHash: string | null
}

/** The flag that Git reports for each branch. */
async function push(
  { repository, remote, signal, timeoutMs }: RemoteAccess,
  refs: readonly PushedRef[],
): Promise<ReadonlyMap<string, string>> {
  const { url, env, config, secrets } = accessRemote(remote)
  const leases = refs.map((ref) => `--force-with-lease=${branchRef(ref.branch)}:${ref.expectedOldHash ?? ''}`)
  const refspecs = refs.map((ref) => `${ref.source}:${branchRef(ref.branch)}`)
  const atomic = refs.length > 1 ? ['--atomic'] : []
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
  return readReport(refs, { text: stdout.toString('utf8'), stderr, exitCode })
}

async function requireForward(repository: Repository, update: BranchUpdate): Promise<void> {
  requireBranchName(update.branch)
  fullHash(update.commitHash)
  if (update.expectedOldHash === null) return
  if (await isAncestor(repository, fullHash(update.expectedOldHash), update.commitHash)) return
  throw new GitError(
    'rejectedNonFastForward',
    `The new commit of ${update.branch} does not contain the old one.`,
  )
}

function requireBranchName(branch: string): void {
  const problem = checkBranchName(branch)
  if (problem !== null) throw new GitError('invalidRef', `The branch name ${problem}.`)
}

/** Reads the lines `<flag> TAB <from>:<to> TAB <summary> (<reason>)` of git-push(1), section Output. */
function readReport(
  refs: readonly PushedRef[],
  output: { text: string; stderr: string; exitCode: number },
): ReadonlyMap<string, string> {
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
  return new Map(
    refs.map(({ branch }) => {
      const flag = lines.get(branchRef(branch))?.flag
      if (flag === undefined)
        throw new GitError('failed', `Git did not report ${branch}.`, { stderr: output.stderr })
      return [branch, flag]
    }),
  )
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
