import type { FlowInInput } from '@sluice/contract/job-commands/flow-in'
import { askPeople } from '../../inquiries/ask-people.ts'
import { requireCommits } from '../branch/kept-commits.ts'
import type { Flow } from '../org/flow.ts'
import { threads } from '../session/threads.ts'
import { loadUndeployed } from '../parity/undeployed-components.ts'
import { findDiscardedTask } from './discarded-task.ts'

/** Somebody has answered that the flow in shall not throw away what it would; the job ends as Cancelled. */
class FlowInNotConfirmedError extends Error {
  override name = 'FlowInNotConfirmedError'
}

/** A commit of the org's state that is to come upon the head of the branch. */
export interface BroughtCommit {
  readonly head: string
  readonly tip: string
  /** Of the attempt to push. */
  readonly number: number
}

/**
 * Asks people before force throws away what only the branch has. Asks nobody where that is nothing, in a check, and where the input says
 * so. Gives whether somebody was asked.
 */
export async function confirmDiscarded(
  { session, input, environment }: Flow<FlowInInput>,
  { head, tip, number }: BroughtCommit,
): Promise<boolean> {
  if (!input.force || input.checkOnly || input.noConfirm) return false
  const { ctx, run, job } = session
  const discarded = await run.step(`find discarded ${number}`, async () => {
    const { repository } = await session.mirror()
    await requireCommits(repository, [tip])
    const { parity } = environment
    const undeployed = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
      loadUndeployed(tx, environment.id, parity.componentStateRevisionId),
    )
    const request = {
      gitDir: repository.gitDir,
      metadataDirectory: session.directory.place,
      head,
      tip,
      since: parity.outbound,
      undeployed,
      specs: await session.includeSpecs(head),
    }
    return await threads.run(findDiscardedTask, request, { signal: run.signal })
  })
  if (discarded.length === 0) return false
  const answer = await askPeople(ctx, run, {
    name: `confirm flow in ${number}`,
    subject: 'ConfirmFlowIn',
    prompt: {
      deletions: discarded.filter(({ changeType }) => changeType === 'Deleted'),
      undone: discarded.filter(({ changeType }) => changeType !== 'Deleted'),
    },
    unanswered: `Nobody confirmed the flow in until the time to wait was over. ${nothingChanged}`,
  })
  if (!answer.continue) throw new FlowInNotConfirmedError(`The flow in was not confirmed. ${nothingChanged}`)
  return true
}

const nothingChanged = 'The branch is as before.'
