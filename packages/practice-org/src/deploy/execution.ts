import type { OrgState } from '../org-state.ts'
import type { Surroundings } from '../surroundings.ts'
import type { Deployment } from './deploy-result.ts'
import type { DeployLedger } from './ledger.ts'

/** Stops an attempt whose cancellation was asked for. */
export class Canceled extends Error {
  override readonly name = 'Canceled'
}

/** A deployment with everything that its execution touches. */
export interface Execution {
  surroundings: Surroundings
  org: OrgState
  ledger: DeployLedger
  deployment: Deployment
}

/** The status may have been changed by a cancellation while something was awaited. */
export function currentStatus(deployment: Deployment): Deployment['status'] {
  return deployment.status
}

/** Writes the end of a deployment. A cancelled one carries no error, as on the service. */
export async function conclude(
  { ledger, deployment }: Execution,
  status: Deployment['status'],
  error: { errorStatusCode?: string; errorMessage?: string },
): Promise<void> {
  delete deployment.stateDetail
  deployment.completedDate = new Date().toISOString()
  deployment.lastModifiedDate = deployment.completedDate
  if (status !== 'Canceled') Object.assign(deployment, error)
  deployment.status = status
  await ledger.save(deployment)
}
