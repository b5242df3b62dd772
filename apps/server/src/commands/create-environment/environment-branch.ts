import { checkBranchName } from '@sluice/git/branch-name'
import { resolveCommit } from '@sluice/git/rev-parse'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Mirror } from '../../steps/session/mirror.ts'
import { pushOnce } from '../../steps/branch/push-branch.ts'
import type { TargetEnvironment } from '../../steps/session/flow-target.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

/** Whether the repository has the branch, and where a new one begins. */
export interface BranchPlan {
  readonly exists: boolean
  readonly source: string
  /** The head of the branch `source`. */
  readonly startsAt: string
}

interface WantedBranch {
  readonly name: string
  readonly source: TargetEnvironment
  readonly allowsExisting: boolean
}

/** Looks at the repository, and ends the job where the branch cannot be made or nobody has agreed to use the one that is there. */
export async function planBranch(
  session: JobSession,
  { name, source: { branch: source }, allowsExisting }: WantedBranch,
): Promise<BranchPlan> {
  const problem = checkBranchName(name)
  if (problem !== null) throw new JobFailure(`The branch name ${name} ${problem}.`)
  const { exists, startsAt, inTheWay } = await session.run.step('find branches', async () => {
    const mirror = await session.mirror()
    const { branches } = await mirror.refs()
    const headOf = (branch: string) => branches.find((one) => one.name === branch)?.commitHash ?? null
    // Git stores a branch as a file, so that one named env and one named env/qa exclude each other.
    const clash = branches.find((one) => isFolderOf(one.name, name) || isFolderOf(name, one.name))
    return {
      exists: headOf(name) !== null,
      startsAt: await inMirror(mirror, source, headOf(source)),
      inTheWay: clash?.name ?? null,
    }
  })
  if (exists && !allowsExisting) throw new JobFailure('You must confirm to use an existing Git branch')
  if (startsAt === null) throw new JobFailure(`The branch ${source} does not exist.`)
  if (inTheWay !== null)
    throw new JobFailure(
      `Git cannot have the branch ${name} beside the branch ${inTheWay}. Choose another name.`,
    )
  return { exists, source, startsAt }
}

/** The head of a branch of the remote, fetched where the mirror lacks it. */
async function inMirror(mirror: Mirror, branch: string, head: string | null): Promise<string | null> {
  if (head === null || (await resolveCommit(mirror.repository, head)) !== null) return head
  return await mirror.fetch(branch)
}

const isFolderOf = (folder: string, branch: string) => branch.startsWith(`${folder}/`)

/** Makes the branch where it is missing; false when it was there. */
export async function ensureBranch(
  session: JobSession,
  branch: string,
  { exists, startsAt }: BranchPlan,
): Promise<boolean> {
  if (exists) return false
  const outcome = await pushOnce(session, 'create branch', {
    kind: 'BranchCreation',
    updates: [{ branch, commitHash: startsAt, expectedOldHash: null }],
  })
  if (outcome === 'pushed') return true
  throw new JobFailure(
    `Somebody created the branch ${branch} while the job was running.`,
    'Create the environment again, with the existing branch or with another one.',
  )
}
