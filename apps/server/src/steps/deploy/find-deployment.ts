import type { Connection } from '@sluice/salesforce/connection'
import { fetchOrgTime } from '@sluice/salesforce/org-time'
import { type DeployRequest, listDeployRequests } from '@sluice/salesforce/tooling/deploy-requests'
import type { Reconciled } from '../../durable/run.ts'
import type { Deadline } from '../../platform/deadline.ts'
import { whileBrieflyTransient } from '../session/transient-retry.ts'

/** What is written down before a deployment is posted, so that it can be found again. */
export interface DeployIntent {
  /** ISO time by the clock of the org, or by ours where the org does not tell the time. */
  readonly sinceUtc: string
  readonly userId: string
  readonly checkOnly: boolean
  readonly componentCount: number
  /** Null when the org chooses; absent in intents of earlier releases. */
  readonly testLevel?: string | null
  /** Deployments of the same user that were there before. */
  readonly knownIds: readonly string[]
}

/** The servers of an org may differ by some minutes, as may our clock where the org does not tell the time. */
const clockMarginMs = 10 * 60_000
/** How long a request that was still on its way may need to show up in the org's history. */
const settleMs = 10_000
/** How long Salesforce may take to count the components of a deployment that it has begun. */
const countingMs = 60_000
const lookEveryMs = 1_000

interface Look {
  readonly connection: Connection
  readonly signal: AbortSignal
  readonly deadline: Deadline
}

/** The time by the clock of the org. If our clock were ahead, the search would begin after the deployment and miss it. */
export async function timeOfOrg(look: Look): Promise<Date> {
  const { connection, deadline, signal } = look
  return (
    (await whileBrieflyTransient(() => fetchOrgTime(connection, { signal }), look)) ?? deadline.clock.now()
  )
}

export async function deploymentsOf(
  look: Look,
  { sinceUtc, userId }: Pick<DeployIntent, 'sinceUtc' | 'userId'>,
): Promise<DeployRequest[]> {
  const createdAfter = new Date(Date.parse(sinceUtc) - clockMarginMs)
  return await whileBrieflyTransient(
    () => listDeployRequests(look.connection, { createdAfter, createdById: userId, signal: look.signal }),
    look,
  )
}

/**
 * Whether the deployment of an intent has begun. None after the settle time: it never arrived and may be posted. One
 * that agrees in everything that is known: it is ours. Anything else may be another tool's with the same user, or ours
 * counted differently: it is ambiguous, and nothing is ever posted again.
 */
export async function findDeployment(look: Look, intent: DeployIntent): Promise<Reconciled<string>> {
  const settling = look.deadline.within(settleMs)
  const counting = look.deadline.within(countingMs)
  for (;;) {
    const found = candidates(await deploymentsOf(look, intent), intent)
    const verdict = judge(found, intent)
    if (verdict === 'notDone' && settling.hasPassed) return verdict
    if (verdict === 'uncounted' && counting.hasPassed) return 'ambiguous'
    if (verdict === 'ambiguous' && settling.hasPassed) return verdict
    if (typeof verdict === 'object') return verdict
    await look.deadline.clock.wait(lookEveryMs, look.signal)
  }
}

/** New deployments of the user that are of the same kind. A change set's is never ours. */
export function candidates(requests: readonly DeployRequest[], intent: DeployIntent): DeployRequest[] {
  const known = new Set(intent.knownIds)
  return requests.filter(
    (request) =>
      !known.has(request.id) &&
      request.checkOnly === intent.checkOnly &&
      request.changeSetName === null &&
      (request.type === null || request.type === 'Api') &&
      hasTestLevel(request, intent.testLevel ?? null),
  )
}

/** Without a level of ours the org chooses one, and which is not known. */
function hasTestLevel(request: DeployRequest, level: string | null): boolean {
  return level === null || request.testLevel === null || request.testLevel === level
}

/** What the candidates prove; `uncounted` while one of them has not been counted by the org, which takes it seconds. */
export function judge(
  found: readonly DeployRequest[],
  { componentCount }: DeployIntent,
): Reconciled<string> | 'uncounted' {
  if (found.length === 0) return 'notDone'
  const [ours, ...others] = found.filter((request) => request.numberComponentsTotal === componentCount)
  if (others.length > 0) return 'ambiguous'
  if (found.some((request) => request.numberComponentsTotal === 0 && isUnderWay(request))) return 'uncounted'
  return ours === undefined ? 'ambiguous' : { done: ours.id }
}

const isUnderWay = ({ status }: DeployRequest) => status === 'Pending' || status === 'InProgress'
