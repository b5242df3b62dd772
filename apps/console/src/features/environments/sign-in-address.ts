import type { Environment } from '@sluice/contract/environment'

/** Where a person signs in to the org: the environment's own address, else the stack's. */
export const signInAddress = (
  environment: Pick<Environment, 'sfdcSignInUrl' | 'sfdcInferredSignInUrl'>,
): string | null => environment.sfdcSignInUrl || environment.sfdcInferredSignInUrl
