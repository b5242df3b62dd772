import { componentKey } from '@sluice/metadata/component'
import type { CommandResult } from '../../durable/job-command.ts'
import { specsHashOf } from '../org/retrieve/full-retrieve.ts'
import { nextUndeployedSet } from '../parity/undeployed-components.ts'
import type { ClobberFinding } from './clobber/clobber-finding.ts'
import type { LoopResult } from './attempt-loop.ts'
import type { ComparedFlowOut } from './flow-out-diff.ts'
import { failureMessage, flowOutOutput, summaryOfFlowOut } from './flow-out-output.ts'
import { keptDeletions, leftOutOf } from './left-out.ts'
import { revisionAfterDeploy } from './own-revisions.ts'
import { validationOf } from './quick-deploy/make-validation.ts'
import { recordFailure, recordSuccess } from './record-flow-out.ts'

/** Records what the attempts changed and makes the result of the job. */
export async function settle(
  flow: ComparedFlowOut,
  loop: LoopResult,
  clobber: ClobberFinding | null,
): Promise<CommandResult> {
  const { session, input, environment, org, head, isInBranch, since, diff } = flow
  const isSuccessful = loop.verdict === 'succeeded'
  const now = await session.run.step('now', async () => session.ctx.clock.now().toISOString())
  const undeployed = undeployedAfter(flow, loop, now)
  const isRecorded = isSuccessful && !input.checkOnly
  const snapshot = isRecorded
    ? await recordSuccess(flow, {
        undeployed,
        utc: now,
        revisionNumber: await session.run.step('read own revisions', () => revisionOf(flow, loop)),
        retrieve: since === null ? retrieveRecord(flow) : null,
      })
    : null
  if (!isSuccessful && !input.checkOnly) await recordFailure(flow, { loop, undeployed, utc: now })
  const output = await flowOutOutput({
    isCheckOnly: input.checkOnly,
    changes: diff.changes,
    parts: diff.parts,
    onlyInOrg: diff.onlyInOrg,
    unchanged: diff.unchanged,
    loop,
    undeployed,
    clobber: clobber ?? { confirmed: [], potential: [] },
    validation: validationOf(flow, loop, { orgHash: clobber?.fingerprint ?? null, now }),
    apiVersion: org.apiVersion,
    newChanges: isInBranch ? { sinceCommitHash: environment.parity.outbound, untilCommitHash: head } : null,
    snapshot,
  })
  const summary = summaryOfFlowOut(output)
  if (isSuccessful) return { outcome: 'Succeeded', output, summary }
  if (loop.refusal !== null) return { outcome: 'Failed', output, summary, error: loop.refusal }
  const details = output.failures.flatMap((failure) =>
    failure.problems.map(
      (problem) => `${failure.componentType} ${failure.componentName}: ${problem.description}`,
    ),
  )
  return {
    outcome: 'Failed',
    output,
    summary,
    error: { message: failureMessage(loop), details: details.join('\n') || null },
  }
}

function undeployedAfter(
  { session, environment, head, diff }: ComparedFlowOut,
  loop: LoopResult,
  now: string,
) {
  const { parity } = environment
  const leftOut = [...leftOutOf(diff.changes, loop, diff.profiles), ...keptDeletions(diff)]
  return nextUndeployedSet(leftOut, {
    before: diff.undeployed,
    headCommitHash: head,
    baselineCommitHash: parity.outbound ?? parity.inbound,
    by: { userId: session.job.createdByUserId, utc: now },
  })
}

async function revisionOf(flow: ComparedFlowOut, loop: LoopResult): Promise<number | null> {
  const deployed = flow.diff.changes
    .map((change) => change.identity)
    .filter((identity) => !loop.excluded.has(componentKey(identity)))
  return await revisionAfterDeploy(flow, loop.attempts.length === 0 ? [] : deployed)
}

function retrieveRecord({ diff, revisions }: ComparedFlowOut) {
  return {
    includeSpecsHash: specsHashOf(diff.specs),
    externalDeploymentId: revisions.externalDeploymentId,
  }
}
