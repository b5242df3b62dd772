import { componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { askPeople } from '../../../inquiries/ask-people.ts'
import { withNewDeadline } from '../../session/job-session.ts'
import { type ClobberFinding, refusalOf } from '../clobber/clobber-finding.ts'
import { deployable } from '../clobber/clobbered-components.ts'
import { type ClobberGuard, openClobberGuard } from '../clobber/clobber-guard.ts'
import type { ComparedFlowOut } from '../flow-out-diff.ts'
import { refuseDeletions } from '../refuse-deletions.ts'
import { confirmationPrompt } from './confirmation-prompt.ts'
import { excludedByUser } from './excluded-by-user.ts'

/** A flow out that may begin to deploy, and what keeps it from overwriting more than people agreed to. */
export interface ConfirmedFlowOut {
  readonly flow: ComparedFlowOut
  readonly clobber: ClobberGuard
}

/**
 * Asks people once, before anything is deployed, unless the input says not to and the components are those that were shown before
 * the job was submitted. A check deploys nothing and is not asked about for that. Null when they do not want the deployment. The first
 * flow out of a new environment asks only before it deletes, because who made the environment has agreed to the rest.
 */
export async function confirmDeployment(flow: ComparedFlowOut): Promise<ConfirmedFlowOut | null> {
  const { input, environment, since, validation, diff } = flow
  const asks = flow.asks || (flow.changedSincePreview !== null && !input.checkOnly)
  const deletions = since === null && !input.acceptDeletions ? diff.changes.filter(isDeployableDeletion) : []
  const clobber = openClobberGuard(flow)
  // A validation exists only of what was agreed to.
  if (validation !== null || deployable(diff.changes).length === 0) return { flow, clobber }
  if (environment.isInitialized ? !asks : deletions.length === 0) {
    if (deletions.length > 0) refuseDeletions(deletions)
    return { flow, clobber }
  }
  if (!environment.isInitialized)
    return await ask(flow, { name: 'confirm deletions', deletions, finding: null })
  const finding = await clobber.look()
  // Nobody can agree to what the strategy rules out: the guard ends the flow out with its reason.
  if (input.clobberStrategy === 'Abort' && refusalOf('Abort', finding, 0) !== null) return { flow, clobber }
  return await ask(flow, { name: 'confirm deployment', deletions, finding })
}

const isDeployableDeletion = ({ changeType, undeployableReason }: ComponentChange): boolean =>
  changeType === 'Deleted' && undeployableReason === undefined

interface Asked {
  /** Names the question within the job. */
  readonly name: string
  readonly deletions: readonly ComponentChange[]
  readonly finding: ClobberFinding | null
}

async function ask(
  flow: ComparedFlowOut,
  { name, deletions, finding }: Asked,
): Promise<ConfirmedFlowOut | null> {
  const { session } = flow
  const answer = await askPeople(session.ctx, session.run, {
    name,
    subject: 'FlowOutConfirmDeployment',
    prompt: await confirmationPrompt(flow, { deletions, finding }),
    unanswered: 'Nobody confirmed the deployment until the time to wait was over. Nothing was deployed.',
  })
  if (!answer.continue) return null
  const confirmed = {
    ...flow,
    session: withNewDeadline(session),
    leftOutByPeople: new Map(
      answer.excludedComponents.map((one) => {
        const key = componentKey(one)
        return [key, flow.leftOutByPeople.get(key) ?? [excludedByUser]]
      }),
    ),
  }
  return { flow: confirmed, clobber: openClobberGuard(confirmed, finding) }
}
