import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openEndedJob } from '../../../testing/open-ended-job.ts'
import { id } from '../../../testing/samples.ts'

test.each([
  [true, 'is initialized'],
  [false, 'is not initialized'],
])('the page of a set-up says whether the stack can be used: %s', async (stackIsInitialized, text) => {
  const commandInput = { initializeStackJobId: id(71) }
  await openEndedJob(
    { commandName: 'Onboarding', commandInput, mainEnvironmentId: null, affectedEnvironments: [] },
    { stackIsInitialized },
  )
  await expect.element(page.getByRole('heading', { name: 'Set up playground' })).toBeVisible()
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})

test('the page of a set-up names the environments that are being created, or says why there are none', async () => {
  const stackIsInitialized = true
  const commandInput = { initializeStackJobId: id(71), createSandboxEnvironments: true }
  const job = { commandName: 'Onboarding', commandInput, mainEnvironmentId: null } as const
  await openEndedJob(
    { ...job, affectedEnvironments: [] },
    { stackIsInitialized, environmentNames: ['dev1'], sandboxRefusal: 'Only one place was left.' },
  )
  await expect.element(page.getByText('dev1: jobs of their own create them')).toBeVisible()
  await expect.element(page.getByText('Only one place was left.')).toBeVisible()
})
