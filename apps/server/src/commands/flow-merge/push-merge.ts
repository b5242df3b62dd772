import { JobFailure } from '../../durable/run-errors.ts'
import { stepWithCommits } from '../../steps/branch/kept-commits.ts'
import { pushOnce } from '../../steps/branch/push-branch.ts'
import { refuseRewritten } from '../../steps/branch/rewritten-history.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { type MergeWay, mergeCommits, mergedBy } from './merge-branches.ts'

/** A branch and the commit that it gets; merged into what somebody else has pushed meanwhile. */
export interface BranchToPush {
  readonly branch: string
  readonly commitHash: string
  /** The head of the branch when the job merged into it. */
  readonly mergedInto: string
  readonly way: MergeWay
}

interface PlannedPush extends BranchToPush {
  readonly remoteHead: string
  /** What the branch becomes. */
  readonly head: string
}

const maxAttempts = 3

/** Pushes the branches all or none, and gives where each is then, by its name. */
export async function pushMerge(
  session: JobSession,
  branches: readonly BranchToPush[],
): Promise<ReadonlyMap<string, string>> {
  const { run } = session
  for (let number = 1; ; number++) {
    const planned: PlannedPush[] = []
    for (const branch of branches) planned.push(await planPush(session, branch, number))
    const updates = planned
      .filter(({ head, remoteHead }) => head !== remoteHead)
      .map(({ branch, head, remoteHead }) => ({ branch, commitHash: head, expectedOldHash: remoteHead }))
    const outcome = updates.length === 0 ? 'pushed' : await pushOnce(session, `push ${number}`, { updates })
    if (outcome === 'pushed') return new Map(planned.map(({ branch, head }) => [branch, head]))
    if (number === maxAttempts) {
      const names = updates.map(({ branch }) => branch).join(', ')
      throw new JobFailure(`The branches kept moving while the job ran: ${names}.`)
    }
    await run.faultPoint('push again')
  }
}

async function planPush(session: JobSession, wanted: BranchToPush, number: number): Promise<PlannedPush> {
  const { branch, commitHash, mergedInto, way } = wanted
  const name = `plan push ${number} of ${branch}`
  const { remoteHead, outcome } = await stepWithCommits(session, name, async () => {
    const mirror = await session.mirror()
    const head = await mirror.fetch(branch)
    if (head === null) throw new JobFailure(`The branch ${branch} does not exist.`)
    await refuseRewritten(mirror.repository, { branch, head, had: [mergedInto] })
    const merged = await mergeCommits(session, way, { ours: head, theirs: commitHash })
    const commits = merged.kind === 'merged' && merged.commitHash !== commitHash ? [merged.commitHash] : []
    return { result: { remoteHead: head, outcome: merged }, unpushed: { commits, without: [head] } }
  })
  return { ...wanted, remoteHead, head: mergedBy(outcome, way).commitHash }
}
