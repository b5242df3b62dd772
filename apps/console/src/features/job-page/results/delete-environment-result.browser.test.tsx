import type { DeleteEnvironmentResult } from '@sluice/contract/job-commands/delete-environment'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openEndedJob } from '../../../testing/open-ended-job.ts'
import { id } from '../../../testing/samples.ts'

const input = { environmentId: id(31), environmentName: 'QA', deleteGitBranch: true, deleteSandbox: true }
const result = {
  gitBranchName: 'env/qa',
  gitBranchWasDeleted: true,
  sfdcSandboxName: 'qa',
  sandboxWasDeleted: true,
}

const openJob = (commandInput: typeof input, stored: DeleteEnvironmentResult) =>
  openEndedJob(
    { commandName: 'DeleteEnvironment', commandInput, mainEnvironmentId: id(31), affectedEnvironments: [] },
    stored,
  )

test.for<[Partial<typeof input>, Partial<DeleteEnvironmentResult>, string[]]>([
  [{}, {}, ['env/qa was deleted', 'qa was deleted']],
  [
    { deleteGitBranch: false, deleteSandbox: false },
    { gitBranchWasDeleted: false, sandboxWasDeleted: false },
    ['env/qa was kept', 'qa was kept'],
  ],
  [
    {},
    { gitBranchWasDeleted: false, sandboxWasDeleted: false },
    ['env/qa was gone before', 'qa was gone before'],
  ],
])('the page says of branch and sandbox what became of them: %s, %s', async ([asked, done, texts]) => {
  await openJob({ ...input, ...asked }, { ...result, ...done })
  for (const text of [...texts, 'QA was deleted'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})

test('the title names the environment that is no longer there', async () => {
  await openJob(input, result)
  await expect.element(page.getByRole('heading', { name: 'Delete environment QA' })).toBeVisible()
})
