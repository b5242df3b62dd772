import { expect, test } from 'vitest'
import { sandboxLicenseLabels, sandboxLicenseType, sandboxStatus, sandboxStatusGroupOf } from './sandbox.ts'

test('[S-177][S-178] every status of a sandbox belongs to its group', () => {
  const groups = {
    Activating: 'running',
    ActivationConfirmed: 'unknown',
    DeactivationConfirmed: 'unknown',
    DeactivationFinished: 'unknown',
    ActivationProcessing: 'running',
    Completed: 'succeeded',
    Deleted: 'failed',
    Deleting: 'running',
    Discarding: 'running',
    Locked: 'unknown',
    Locking: 'running',
    Pending: 'pending',
    PendingActivation: 'pending',
    Processing: 'running',
    Sampling: 'running',
    Stopped: 'finished',
    Suspended: 'pending',
    Other: 'unknown',
  }
  const found = sandboxStatus.options.map((status) => [status, sandboxStatusGroupOf(status)])
  expect(Object.fromEntries(found)).toEqual(groups)
})

test('[S-147] the licence types of sandboxes are four', () => {
  expect(sandboxLicenseType.options).toEqual(['Developer', 'DeveloperPro', 'Partial', 'Full'])
  expect(Object.values(sandboxLicenseLabels)).toEqual(['Developer', 'Developer Pro', 'Partial Copy', 'Full'])
})
