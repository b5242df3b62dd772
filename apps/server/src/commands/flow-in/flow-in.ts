import { flowInInput } from '@sluice/contract/job-commands/flow-in'
import type { Context } from '../../context.ts'
import type { CommandJob, CommandResult } from '../../durable/job-command.ts'
import type { Run } from '../../durable/run.ts'
import { bringOrgChanges } from '../../steps/org-changes/bring-org-changes.ts'
import { flowInOutput, summaryOfFlowIn } from '../../steps/org-changes/flow-in-output.ts'
import { flowInRequest } from '../../steps/org-changes/flow-in-request.ts'
import { noticeChangedSincePreview } from '../../steps/org-changes/notice-changed-since-preview.ts'
import { noticeBrought } from '../../steps/org-changes/notice-brought.ts'
import { recordFlowIn } from '../../steps/org-changes/record-flow-in.ts'
import { beginFlow } from '../../steps/begin/begin-flow.ts'

/** Retrieves an org and brings what changed in it into its branch, one commit per Salesforce author. */
export async function flowIn(ctx: Context, run: Run, job: CommandJob): Promise<CommandResult> {
  const input = flowInInput.parse(job.commandInput)
  const flow = await beginFlow(ctx, run, { job, input })
  const request = flowInRequest(flow)
  const brought = await bringOrgChanges(flow.session, request)
  await noticeBrought(run, brought)
  await noticeChangedSincePreview(flow, brought)
  return await run.uncancellable(async () => {
    const snapshot = input.checkOnly
      ? null
      : await recordFlowIn(flow, { brought, head: brought.headAfter, label: 'Flow in' })
    const output = await flowInOutput({ request, brought, revisions: flow.revisions, snapshot })
    return { outcome: 'Succeeded', output, summary: summaryOfFlowIn(output) }
  })
}
