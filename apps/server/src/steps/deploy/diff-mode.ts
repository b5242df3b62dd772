import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import { isAncestor } from '@sluice/git/merge-base'
import { resolveCommit } from '@sluice/git/rev-parse'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Flow } from '../org/flow.ts'

interface DiffBase {
  /** The commit to compare with; null compares with the org. */
  readonly since: string | null
}

interface ChosenDiff extends DiffBase {
  /** Whether people are asked before the first deployment. Absent in jobs that an earlier release began: they may have deployed already. */
  readonly asks?: boolean
}

/** Recorded in one step, so that both stay as they were when the job began. */
export async function chooseDiff(flow: Flow<FlowOutInput>, head: string): Promise<ChosenDiff> {
  return { ...(await chooseDiffBase(flow, head)), asks: !flow.input.noConfirm }
}

/** Auto means by history where that is possible, else by comparing with the org. */
async function chooseDiffBase(flow: Flow<FlowOutInput>, head: string): Promise<DiffBase> {
  const { diffMode } = flow.input
  if (diffMode === 'Org') return { since: null }
  const obstacle = await obstacleToHistory(flow, head)
  if (obstacle === null) return { since: flow.environment.parity.outbound }
  if (diffMode === 'Auto') return { since: null }
  throw new JobFailure(`A history diff is not possible: ${obstacle}. Use diff mode Org or Auto.`)
}

async function obstacleToHistory(
  { session, environment: { parity } }: Flow<FlowOutInput>,
  head: string,
): Promise<string | null> {
  if (parity.outbound === null) return 'nothing was deployed from this branch yet'
  if (parity.isUncertain) return 'nobody knows whether the last deployment took place'
  const { repository } = await session.mirror()
  if ((await resolveCommit(repository, parity.outbound)) === null) return 'the last deployed commit is gone'
  if (await isAncestor(repository, parity.outbound, head)) return null
  return 'the history of the branch was rewritten'
}
