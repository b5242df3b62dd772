import type { ProvisionedJob } from '@sluice/contract/jobs'
import type { ProblemDetails } from '@sluice/contract/problem-details'

/** Null when every job was created, else the sentence of the specification with every reason. */
export function provisioningProblem(results: readonly ProvisionedJob[]): ProblemDetails | null {
  const refused = results.filter((result) => !result.wasProvisioned)
  if (refused.length === 0) return null
  return {
    type: 'unknown',
    title: `${refused.length} of ${results.length} jobs could not provisioned due to validation errors and/or missing permissions.`,
    status: 0,
    validationErrors: refused.flatMap((result) => result.validationErrors),
    missingAuthorizations: refused.flatMap((result) => result.missingAuthorizationDetails),
  }
}
