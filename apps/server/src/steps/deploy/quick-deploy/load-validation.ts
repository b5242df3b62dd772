import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import { flowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { type FlowOutValidation, whyNotDeploy } from '@sluice/contract/job-commands/quick-deploy'
import { JobFailure } from '../../../durable/run-errors.ts'
import { findOutput } from '../../../jobs/artifact-store.ts'
import type { Flow } from '../../org/flow.ts'
import type { ComparedFlowOut } from '../flow-out-diff.ts'
import { whatIsDeployed } from '../what-is-deployed.ts'
import { howToGoOn } from '../how-to-go-on.ts'
import { deltaHashOf } from './make-validation.ts'

const resultWithValidation = flowOutResult.pick({ validation: true })

/**
 * The validation that the flow out deploys; null where it sends an archive. Refuses a validation that branch or environment have
 * left behind.
 */
export async function loadValidation(
  { session, input, environment }: Flow<FlowOutInput>,
  head: string,
): Promise<FlowOutValidation | null> {
  const { validatedJobId } = input
  if (validatedJobId === null) return null
  const { run, ctx, job } = session
  return await run.step('load validation', async () => {
    const output = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
      findOutput(tx, validatedJobId),
    )
    if (output === null) throw refusal('The result of the check-only flow out no longer exists.')
    const content = await ctx.artifacts.read(output.fileKey)
    const { validation } = resultWithValidation.parse(JSON.parse(content.toString('utf8')))
    if (validation === null) throw refusal('Salesforce ran no tests in the check-only flow out.')
    const { isUncertain, outbound } = environment.parity
    // Only a comparison with the org tells whether it has the delta already.
    if (isUncertain && validation.isByHistory)
      throw refusal('It is not known whether the last deployment took place.')
    const state = { headCommitHash: head, outboundCommitHash: outbound }
    const reason = whyNotDeploy(validation, ctx.clock.now(), state)
    if (reason !== null) throw refusal(reason)
    return validation
  })
}

/** Refuses to deploy a validation of other components than those in which branch and org differ now. */
export function refuseOtherDelta({ validation, since, diff }: ComparedFlowOut): void {
  if (validation === null) return
  if (validation.isByHistory === (since !== null) && validation.deltaHash === deltaHashOf(diff.changes))
    return
  throw refusal('Branch and org differ in other components than at the check.')
}

function refusal(reason: string): JobFailure {
  return new JobFailure(`${reason} ${whatIsDeployed(0)}`, howToGoOn)
}
