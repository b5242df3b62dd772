import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openEndedJob } from '../../../testing/open-ended-job.ts'
import { id, sampleFlowOutResult } from '../../../testing/samples.ts'

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

const openJob = (result: object) => openEndedJob({ commandName: 'CreateEnvironment', commandInput }, result)
