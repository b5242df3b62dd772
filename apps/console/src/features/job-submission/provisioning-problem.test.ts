import type { ProvisionedJob } from '@sluice/contract/jobs'
import { expect, test } from 'vitest'
import { provisioningProblem } from './provisioning-problem.ts'

const provisioned: ProvisionedJob = {
  wasProvisioned: true,
  jobDetails: null,
  validationErrors: [],
  missingAuthorizationDetails: [],
}
const refused: ProvisionedJob = {
  ...provisioned,
  wasProvisioned: false,
  missingAuthorizationDetails: [{ operation: 'startFlow', resource: 'Environment' }],
}

test('jobs that were all created are no problem', () => {
  expect(provisioningProblem([provisioned, provisioned])).toBeNull()
})
test('refused jobs are counted, with what was missing', () => {
  expect(provisioningProblem([provisioned, refused])).toMatchObject({
    title: '1 of 2 jobs could not provisioned due to validation errors and/or missing permissions.',
    missingAuthorizations: [{ operation: 'startFlow', resource: 'Environment' }],
  })
})
