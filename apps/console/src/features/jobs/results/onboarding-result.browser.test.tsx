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
