import { type FlowInInput, flowInInput } from '@sluice/contract/job-commands/flow-in'
import { componentKey } from '@sluice/metadata/component'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import {
  type BringRequest,
  type BroughtChanges,
  bringOrgChanges,
} from '../steps/org-changes/bring-org-changes.ts'
import { recordKnown } from '../steps/org-changes/known-store.ts'
import { lastFlowInUtc } from '../steps/org-changes/last-flow-in.ts'
import { mergeMessage } from '../steps/org-changes/commit-message.ts'
import { flowInOutput } from '../steps/org-changes/flow-in-output.ts'
import { noticeBrought } from '../steps/org-changes/notice-brought.ts'
import { chooseRetrieve, knownAfter } from '../steps/org-changes/retrieve-choice.ts'
import { beginFlow } from '../steps/session/begin-flow.ts'
import type { Flow } from '../steps/session/flow.ts'
import { type Snapshot, recordParity, snapshotTitle } from '../steps/session/record-parity.ts'
import { loadUndeployed } from '../steps/undeployed/undeployed-components.ts'

/** Retrieves an org and brings what changed in it into its branch, one commit per Salesforce author. */
export async function flowIn(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = flowInInput.parse(job.commandInput)
  const flow = await beginFlow(ctx, run, { job, input })
  const request = bringRequest(flow)
  const brought = await bringOrgChanges(flow.session, request)
  await noticeBrought(run, brought)
  return await run.uncancellable(async () => {
    const snapshot = input.checkOnly ? null : await record(flow, brought)
    const output = await flowInOutput({ request, brought, revisions: flow.revisions, snapshot })
    return { outcome: 'Succeeded', output }
  })
}

/** The tip of the author commits equals the org; what the branch has besides it is still to be deployed. */
async function record(flow: Flow<FlowInInput>, brought: BroughtChanges): Promise<Snapshot> {
  const { session, input, environment, revisions } = flow
  const { job } = session
  const known = await knownAfter(flow, brought)
  return await session.run.transaction('parity', async (tx) => {
    await recordKnown(tx, { workspaceId: job.workspaceId, environmentId: environment.id }, known)
    const before = await loadUndeployed(tx, environment.id, environment.parity.componentStateRevisionId)
    const left = input.force ? [] : before.filter((row) => !brought.settled.includes(componentKey(row)))
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

function bringRequest(flow: Flow<FlowInInput>): BringRequest {
  const { session, input, environment, org } = flow
  const { ctx, job } = session
  return {
    branch: environment.branch,
    environmentId: environment.id,
    apiVersion: org.apiVersion,
    checkOnly: input.checkOnly,
    acceptsDeletions: input.acceptDeletions,
    keepsArchives: input.collectRetrievedMetadataArchives,
    mergeMessage: mergeMessage(environment.branch),
    mergeSettings: { conflicts: input.mergeConflictsStrategy, semantic: input.semanticMergeStrategy },
    start: async () => {
      const mirror = await session.mirror()
      const head = await mirror.fetch(environment.branch)
      if (head === null) throw new JobFailure(`The branch ${environment.branch} does not exist.`)
      return { head, remoteHead: head, alsoCreate: [] }
    },
    chooseRetrieve: (head) => chooseRetrieve(flow, head),
    commitsFor: async (head) => ({
      environmentId: environment.id,
      sandboxName: environment.sandboxName,
      apiVersion: org.apiVersion,
      parity: environment.parity.inbound,
      force: input.force,
      lastFlowInUtc: await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
        lastFlowInUtc(tx, environment.id),
      ),
      acceptsDeletions: input.acceptDeletions,
      specs: await session.includeSpecs(head),
      undeployed: await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
        loadUndeployed(tx, environment.id, environment.parity.componentStateRevisionId),
      ),
      message: { custom: input.gitCommitMessage, environment, jobId: job.id },
      conflictsStrategy: input.mergeConflictsStrategy,
    }),
  }
}
