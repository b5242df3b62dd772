import type { FlowInInput } from '@sluice/contract/job-commands/flow-in'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Flow } from '../org/flow.ts'
import { loadUndeployed } from '../parity/undeployed-components.ts'
import type { BringRequest } from './bring-request.ts'
import { confirmDiscarded } from './confirm-discarded.ts'
import { mergeMessage } from './commit-message.ts'
import { lastFlowInUtc } from './last-flow-in.ts'
import { chooseRetrieve } from './retrieve-choice.ts'

/** What a flow in brings from the org of an environment into its branch, as its input says. */
export function flowInRequest(flow: Flow<FlowInInput>): BringRequest {
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
    confirm: (commit) => confirmDiscarded(flow, commit),
    asking: { mergeContext: 'FlowIn' },
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
