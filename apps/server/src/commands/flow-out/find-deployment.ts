import type { Connection } from '@sluice/salesforce/connection'
import { type DeployRequest, listDeployRequests } from '@sluice/salesforce/tooling/deploy-requests'
import type { Reconciled } from '../../durable/run.ts'
import type { Deadline } from '../../platform/deadline.ts'
import { whileBrieflyTransient } from '../steps/session/transient-retry.ts'

/** What is written down before a deployment is posted, so that it can be found again. */
export interface DeployIntent {
  /** Our clock; the org's may differ by some minutes. ISO time. */
  readonly sinceUtc: string
  readonly userId: string
  readonly checkOnly: boolean
  readonly componentCount: number
  /** Deployments of the same user that were there before. */
  readonly knownIds: readonly string[]
}

const clockMarginMs = 10 * 60_000
/** How long a request that was still on its way may need to show up in the org's history. */
const settleMs = 10_000
const lookEveryMs = 1_000

interface Look {
  readonly connection: Connection
  readonly signal: AbortSignal
  readonly deadline: Deadline
}

export async function deploymentsOf(
  look: Look,
  o: Pick<DeployIntent, 'sinceUtc' | 'userId'>,
): Promise<DeployRequest[]> {
  const createdAfter = new Date(Date.parse(o.sinceUtc) - clockMarginMs)
  return await whileBrieflyTransient(
    () => listDeployRequests(look.connection, { createdAfter, createdById: o.userId, signal: look.signal }),
    look,
  )
}

/**
 * Whether the deployment of an intent has begun. None after the settle time: it never arrived and may be posted.
 * One: it is ours. Several that look alike: nobody can tell, and nothing is ever posted again.
 */
export async function findDeployment(look: Look, intent: DeployIntent): Promise<Reconciled<string>> {
  const settling = look.deadline.within(settleMs)
  for (;;) {
    const found = matching(await deploymentsOf(look, intent), intent)
    const [only, ...others] = found
    if (only !== undefined) return others.length === 0 ? { done: only.id } : 'ambiguous'
    if (settling.hasPassed) return 'notDone'
    await look.deadline.clock.wait(lookEveryMs, look.signal)
  }
}

/** The count narrows several candidates down; alone it proves nothing, because it is 0 until Salesforce has counted. */
export function matching(requests: readonly DeployRequest[], intent: DeployIntent): DeployRequest[] {
  const known = new Set(intent.knownIds)
  const candidates = requests.filter(
    (request) =>
      !known.has(request.id) && request.checkOnly === intent.checkOnly && request.changeSetName === null,
  )
  if (candidates.length < 2) return candidates
  const sameCount = candidates.filter((request) => request.numberComponentsTotal === intent.componentCount)
  return sameCount.length === 1 ? sameCount : candidates
}
