import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever } from '../../../testing/answers.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import { id, sampleFlowOutResult, sampleJob } from '../../../testing/samples.ts'

const commandInput = { environmentName: 'QA', gitBranchName: 'env/qa', sfdcSandboxName: 'qa' }
const made = { environmentId: id(31), inResult: null, outResult: null }

test.for([
  [{ branchWasCreated: true, sandboxWasCreated: false }, 'env/qa was created', 'qa was there before'],
  [{ branchWasCreated: false, sandboxWasCreated: true }, 'env/qa was there before', 'qa was created'],
] as const)(
  'the page says of branch and sandbox whether they are new: %o',
  async ([origins, branch, sandbox]) => {
    await openJob({ ...made, ...origins })
    for (const text of [branch, sandbox])
      await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  },
)

test('the page shows what the first flow out deployed', async () => {
  await openJob({ ...made, branchWasCreated: true, sandboxWasCreated: true, outResult: sampleFlowOutResult })
  await expect.element(page.getByText('Succeeded', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('Attempts', { exact: true })).toBeVisible()
})

/** Opens the page of an ended creation. */
async function openJob(stored: object) {
  const output = { id: id(80), name: 'output.json', type: 'Output' as const, sizeBytes: 100 }
  const job = sampleJob({
    commandName: 'CreateEnvironment',
    commandInput,
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
        readArtifact: stored,
      },
    },
  })
}
