import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever } from '../../../testing/answers.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import { id, sampleJob } from '../../../testing/samples.ts'

test.each([
  [true, 'is initialized'],
  [false, 'is not initialized'],
])('the page of a set-up says whether the stack can be used: %s', async (stackIsInitialized, text) => {
  const output = { id: id(80), name: 'output.json', type: 'Output' as const, sizeBytes: 100 }
  const job = sampleJob({
    commandName: 'Onboarding',
    commandInput: { initializeStackJobId: id(71) },
    mainEnvironmentId: null,
    affectedEnvironments: [],
    status: 'Ended',
    outcome: 'Succeeded',
    endedUtc: '2026-01-31T12:01:00.000Z',
    artifacts: [output],
  })
  await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [job] },
    answers: {
      jobs: {
        subscribeToProgress: forever,
        downloadArtifact: { downloadUrl: '/api/artifacts/token' },
        readArtifact: { stackIsInitialized },
      },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'Set up playground' })).toBeVisible()
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})
