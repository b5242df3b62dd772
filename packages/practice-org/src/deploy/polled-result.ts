import type { Faults } from '../faults.ts'
import type { Org } from '../org.ts'
import type { Deployment } from './deploy-result.ts'
import { deployResultOf } from './deploy-view.ts'

/**
 * A deployment as a poll sees it, over SOAP or REST: its DeployResult, unless a fault lets the
 * poll see something older (`statusBackwards`) or less (`noDetails`).
 */
export async function polledResult(
  faults: Faults,
  org: Org,
  poll: { deployment: Deployment; includeDetails: boolean },
): Promise<Record<string, unknown>> {
  const { deployment, includeDetails } = poll
  const fault = faults.take(['statusBackwards', 'noDetails'], 'checkDeployStatus', org.info.id)
  const result = await deployResultOf(org, deployment, includeDetails && !fault)
  if (fault?.kind !== 'statusBackwards') return result
  return { ...result, completedDate: undefined, done: false, status: 'Pending', success: false }
}
