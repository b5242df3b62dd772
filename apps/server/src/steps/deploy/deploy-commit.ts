import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { CommandResult } from '../../durable/job-command.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { changedSincePreview } from '../session/changed-since-preview.ts'
import type { Flow } from '../org/flow.ts'
import type { JobSession } from '../session/job-session.ts'
import { findEntriesOfAbsentPackages } from './absent-packages.ts'
import { leftOutBeforehand } from './confirm/excluded-by-user.ts'
import { confirmDeployment } from './confirm/confirm-deployment.ts'
import { chooseDiff } from './diff-mode.ts'
import { type FlowOut, flowOutDiff } from './flow-out-diff.ts'
import { noticeDataCategories } from './notice-data-categories.ts'
import { readFlowVersions } from './flows/flow-versions.ts'
import { noticeFlows } from './flows/notice-flows.ts'
import { loadValidation, refuseOtherDelta } from './quick-deploy/load-validation.ts'
import { refuseDivision, runParts } from './run-parts.ts'
import { settle } from './settle.ts'
import { whatIsDeployed } from './what-is-deployed.ts'

/** Deploys what is new in the branch of an environment that is locked and whose org is checked. */
export async function deployBranch(begun: Flow<FlowOutInput>): Promise<CommandResult> {
  const { session, environment } = begun
  const head = await session.run.step('fetch', () => fetchHead(session, environment.branch))
  const label = environment.isInitialized ? 'Flow out' : 'Create environment'
  return await deployCommit(begun, { head, label, isInBranch: true, beforeRecording: async () => undefined })
}

/** What is deployed, and what its job does besides. */
interface CommitDeployment extends Pick<FlowOut, 'head' | 'label' | 'isInBranch'> {
  /** Runs after the last deployment and before anything is recorded; a cancellation changes nothing any more. */
  readonly beforeRecording: (isSuccessful: boolean) => Promise<void>
}

/** Deploys a commit that is in the mirror of the job, whether the branch has it already or not. */
export async function deployCommit(
  begun: Flow<FlowOutInput>,
  { beforeRecording, ...commit }: CommitDeployment,
): Promise<CommandResult> {
  const { run } = begun.session
  const { head } = commit
  const validation = await loadValidation(begun, head)
  const { since, asks = false } = await run.step('choose diff', () => chooseDiff(begun, head))
  const base = { ...begun, ...commit, since, asks, validation }
  const diff = await flowOutDiff(base)
  const flowVersions = await readFlowVersions(base, diff)
  const absentEntries = await findEntriesOfAbsentPackages(base, diff)
  const compared = {
    ...base,
    diff,
    flowVersions,
    absentEntries,
    leftOutByPeople: leftOutBeforehand(begun.input, diff),
    changedSincePreview: await changedSincePreview(
      base.session,
      { revision: begun.input.previewRevision, side: 'outbound' },
      diff.changes,
    ),
  }
  await run.throwIfCancelled()

  refuseOtherDelta(compared)
  refuseDivision(compared)
  const confirmed = await confirmDeployment(compared)
  if (confirmed === null) return notConfirmed
  const { flow, clobber } = confirmed
  await noticeDataCategories(flow)
  await noticeFlows(flow)
  const loop = await runParts(flow, clobber)
  if (loop.verdict === 'cancelled') return wasCancelled(loop.partsDone)
  return await run.uncancellable(async () => {
    await beforeRecording(loop.verdict === 'succeeded')
    return await settle(flow, loop, clobber.found())
  })
}

const notConfirmed: CommandResult = {
  outcome: 'Cancelled',
  error: { message: `The deployment was not confirmed. ${whatIsDeployed(0)}`, details: null },
}

const wasCancelled = (partsDone: number): CommandResult => ({
  outcome: 'Cancelled',
  error: { message: `Salesforce cancelled the deployment. ${whatIsDeployed(partsDone)}`, details: null },
})

async function fetchHead(session: JobSession, branch: string): Promise<string> {
  const head = await (await session.mirror()).fetch(branch)
  if (head === null) throw new JobFailure(`The branch ${branch} does not exist.`)
  return head
}
