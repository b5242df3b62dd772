import { type FlowInInput, flowInInput } from '@sluice/contract/job-commands/flow-in'
import { componentKey } from '@sluice/metadata/component'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { acquireEnvironmentLocks } from '../../environments/environment-lock.ts'
import {
  type BringRequest,
  type BroughtChanges,
  bringOrgChanges,
} from '../steps/org-changes/bring-org-changes.ts'
import { type CheckedOrg, checkOrg } from '../steps/org/check-org.ts'
import { mergeMessage } from '../steps/org-changes/commit-message.ts'
import { flowInOutput } from '../steps/org-changes/flow-in-output.ts'
import { type FlowTarget, loadFlowTarget } from '../steps/session/flow-target.ts'
import { includeSpecsAt } from '../steps/branch/include-file.ts'
import { type JobSession, openJobSession } from '../steps/session/job-session.ts'
import { type OrgRevisions, readRevisions } from '../steps/org/org-revisions.ts'
import { type Snapshot, recordParity, snapshotTitle } from '../steps/session/record-parity.ts'
import { loadUndeployed } from '../steps/undeployed/undeployed-components.ts'
import { noticeUnknown } from '../steps/org-changes/unknown-metadata.ts'
import { noticeUnrequested } from '../steps/org-changes/unrequested-files.ts'

/** Retrieves an org and brings what changed in it into its branch, one commit per Salesforce author. */
export async function flowIn(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = flowInInput.parse(job.commandInput)
  const { environmentId } = input
  await acquireEnvironmentLocks(ctx, run, {
    stackId: job.stackId,
    environmentIds: [environmentId],
    mode: input.checkOnly ? 'Shared' : 'Exclusive',
  })
  const target = await run.step('load', () => loadFlowTarget(ctx, job, environmentId))
  const { environment } = target
  if (!environment.isInitialized) throw new JobFailure('The environment is not initialized.')
  return await flowInTo(openJobSession(ctx, run, target), input, target)
}

async function flowInTo(session: JobSession, input: FlowInInput, target: FlowTarget): Promise<CommandResult> {
  const { run } = session
  const { environment } = target
  const environmentId = environment.id
  const org = await run.step('check org', () => checkOrg(session, environment))
  const revisions = await run.step('read revisions', () => readRevisions(session, { environmentId, org }))

  const request = bringRequest(session, { input, target, org })
  const brought = await bringOrgChanges(session, request)
  await noticeUnknown(run, brought.unknown)
  await noticeUnrequested(run, brought.unrequested)
  return await run.uncancellable(async () => {
    const snapshot = input.checkOnly ? null : await record(session, { input, target, brought, revisions })
    const output = await flowInOutput({ request, brought, revisions, snapshot })
    return { outcome: 'Succeeded', output }
  })
}

/** The tip of the author commits equals the org; what the branch has besides it is still to be deployed. */
async function record(
  { run }: JobSession,
  o: { input: FlowInInput; target: FlowTarget; brought: BroughtChanges; revisions: OrgRevisions },
): Promise<Snapshot> {
  const { brought, revisions } = o
  const { environment, job } = o.target
  return await run.transaction('parity', async (tx) => {
    const before = await loadUndeployed(tx, environment.id, environment.parity.componentStateRevisionId)
    const left = o.input.force ? [] : before.filter((row) => !brought.settled.includes(componentKey(row)))
    return await recordParity(tx, job, {
      environmentId: environment.id,
      inbound: brought.tip,
      outbound: brought.tip,
      head: brought.headAfter,
      revisionNumber: revisions.revisionNumber,
      retrieve: { includeSpecsHash: brought.specsHash, externalDeploymentId: revisions.externalDeploymentId },
      ...(left.length !== before.length && { undeployed: left }),
      snapshotTitle: snapshotTitle('Flow in', job.id),
    })
  })
}

function bringRequest(
  session: JobSession,
  o: { input: FlowInInput; target: FlowTarget; org: CheckedOrg },
): BringRequest {
  const { ctx } = session
  const { environment } = o.target
  return {
    branch: environment.branch,
    environmentId: environment.id,
    apiVersion: o.org.apiVersion,
    checkOnly: o.input.checkOnly,
    keepsArchives: o.input.collectRetrievedMetadataArchives,
    mergeMessage: mergeMessage(environment.branch),
    mergeSettings: {
      conflicts: o.input.mergeConflictsStrategy,
      semantic: o.input.semanticMergeStrategy,
    },
    start: async () => {
      const mirror = await session.mirror()
      const head = await mirror.fetch(environment.branch)
      if (head === null) throw new JobFailure(`The branch ${environment.branch} does not exist.`)
      return { head, remoteHead: head, alsoCreate: [] }
    },
    commitsFor: async (head) => {
      const { repository } = await session.mirror()
      return {
        environmentId: environment.id,
        apiVersion: o.org.apiVersion,
        parity: environment.parity.inbound,
        force: o.input.force,
        specs: await includeSpecsAt(repository, head),
        undeployed: await ctx.database.inWorkspace(session.job.workspaceId, null, (tx) =>
          loadUndeployed(tx, environment.id, environment.parity.componentStateRevisionId),
        ),
        message: { custom: o.input.gitCommitMessage, environment, jobId: session.job.id },
        conflictsStrategy: o.input.mergeConflictsStrategy,
      }
    },
  }
}
