import type { DeployDetails, Deployment } from './deploy-result.ts'

/**
 * Where a deployment's state is kept while it is worked off. Both writes are durable when they
 * return.
 */
export interface DeployLedger {
  save: (deployment: Deployment) => Promise<void>
  saveDetails: (id: string, details: DeployDetails) => Promise<void>
  /** Path of the archive on disk, whether or not it is still there. */
  archiveOf: (id: string) => string
}
