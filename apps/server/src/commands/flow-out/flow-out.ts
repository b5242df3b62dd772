import { type FlowOutInput, flowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { acquireEnvironmentLocks } from '../../environments/environment-lock.ts'
import { checkOrg } from '../steps/org/check-org.ts'
import { type FlowTarget, loadFlowTarget } from '../steps/session/flow-target.ts'
import { type JobSession, openJobSession } from '../steps/session/job-session.ts'
import { readRevisions } from '../steps/org/org-revisions.ts'
import { runAttempts } from './attempt-loop.ts'
import { openClobberGuard } from './clobber/clobber-guard.ts'
import { chooseDiffBase } from './diff-mode.ts'
import { flowOutDiff } from './flow-out-diff.ts'
import { settle } from './settle.ts'

/** Deploys what is new in a branch to its org, without asking before. */
export async function flowOut(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = flowOutInput.parse(job.commandInput)
  const { environmentId } = input
  await acquireEnvironmentLocks(ctx, run, {
    stackId: job.stackId,
    environmentIds: [environmentId],
    mode: input.checkOnly ? 'Shared' : 'Exclusive',
  })
  const target = await run.step('load', () => loadFlowTarget(ctx, job, environmentId))
  const { environment } = target
  if (!environment.isInitialized) throw new JobFailure('The environment is not initialized.')
  return await flowOutOf(openJobSession(ctx, run, target), input, target)
}

async function flowOutOf(
  session: JobSession,
  input: FlowOutInput,
  target: FlowTarget,
): Promise<CommandResult> {
  const { run } = session
  const { environment } = target
  const environmentId = environment.id
  const org = await run.step('check org', () => checkOrg(session, environment))
  const revisions = await run.step('read revisions', () => readRevisions(session, { environmentId, org }))
  const head = await run.step('fetch', () => fetchHead(session, environment.branch))
  const { mode, parity } = { mode: input.diffMode, parity: environment.parity }
  const { since } = await run.step('choose diff', () => chooseDiffBase(session, { mode, parity, head }))
  const diff = await flowOutDiff({ session, target, apiVersion: org.apiVersion, head, since })
  await run.throwIfCancelled()

  const clobber = openClobberGuard(
    { session, environmentId, apiVersion: org.apiVersion, parity: parity.inbound, head, diff },
    input.clobberStrategy,
  )
  const loop = await runAttempts({ session, environmentId, org, input, diff, clobber })
  if (loop.verdict === 'cancelled') return { outcome: 'Cancelled' }
  return await run.uncancellable(() =>
    settle(session, {
      target,
      input,
      org,
      revisions,
      head,
      since,
      loop,
      diff,
      clobber: clobber.found(),
    }),
  )
}

async function fetchHead(session: JobSession, branch: string): Promise<string> {
  const head = await (await session.mirror()).fetch(branch)
  if (head === null) throw new JobFailure(`The branch ${branch} does not exist.`)
  return head
}
