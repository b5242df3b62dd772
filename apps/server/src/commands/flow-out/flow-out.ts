import { type FlowOutInput, flowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { beginFlow } from '../steps/session/begin-flow.ts'
import type { Flow } from '../steps/session/flow.ts'
import type { JobSession } from '../steps/session/job-session.ts'
import { findEntriesOfAbsentPackages } from './absent-packages.ts'
import { agreeOnDeletions } from './agree-on-deletions.ts'
import { openClobberGuard } from './clobber/clobber-guard.ts'
import { chooseDiffBase } from './diff-mode.ts'
import { flowOutDiff } from './flow-out-diff.ts'
import { noticeDataCategories } from './notice-data-categories.ts'
import { readFlowVersions } from './flows/flow-versions.ts'
import { noticeFlows } from './flows/notice-flows.ts'
import { loadValidation, refuseOtherDelta } from './quick-deploy/load-validation.ts'
import { refuseDivision, runParts } from './run-parts.ts'
import { settle } from './settle.ts'

/** Deploys what is new in a branch to its org. */
export async function flowOut(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = flowOutInput.parse(job.commandInput)
  return await deployBranch(await beginFlow(ctx, run, { job, input }))
}

/** The same for an environment that is locked and whose org is checked. */
export async function deployBranch(begun: Flow<FlowOutInput>): Promise<CommandResult> {
  const { run } = begun.session
  const head = await run.step('fetch', () => fetchHead(begun.session, begun.environment.branch))
  const validation = await loadValidation(begun, head)
  const { since } = await run.step('choose diff', () => chooseDiffBase(begun, head))
  const base = { ...begun, head, since, validation }
  const diff = await flowOutDiff(base)
  const flowVersions = await readFlowVersions(base, diff)
  const absentEntries = await findEntriesOfAbsentPackages(base, diff)
  const compared = { ...base, diff, flowVersions, absentEntries, leftOutByPeople: new Map() }
  await run.throwIfCancelled()

  refuseOtherDelta(compared)
  refuseDivision(compared)
  const flow = await agreeOnDeletions(compared)
  if (flow === null) return { outcome: 'Cancelled' }
  await noticeDataCategories(flow)
  await noticeFlows(flow)
  const clobber = openClobberGuard(flow)
  const loop = await runParts(flow, clobber)
  if (loop.verdict === 'cancelled') return { outcome: 'Cancelled' }
  return await run.uncancellable(() => settle(flow, loop, clobber.found()))
}

async function fetchHead(session: JobSession, branch: string): Promise<string> {
  const head = await (await session.mirror()).fetch(branch)
  if (head === null) throw new JobFailure(`The branch ${branch} does not exist.`)
  return head
}
