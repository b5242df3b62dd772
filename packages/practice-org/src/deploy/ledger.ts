import type { DeployDetails, Deployment } from './deploy-result.ts'

/** Where a deployment's state is kept while it is worked off. */
export interface DeployLedger {
  save: (deployment: Deployment) => Promise<void>
  saveDetails: (id: string, details: DeployDetails) => Promise<void>
  archiveOf: (id: string) => string
}
