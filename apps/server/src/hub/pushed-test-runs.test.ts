import { expect, onTestFinished, test } from 'vitest'
import { insertQueuedTestRun } from '../apex-test-runs/apex-test-run-store.ts'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { testApp } from '../api/testing/test-app.ts'
import { HubClient } from './testing/hub-client.ts'

const app = testApp()

test('[W-341] the first push holds the test runs, and later ones come as they change', async () => {
  const owner = await app.current.signIn()
  const { ids } = await createObjectTree(app.current, owner)
  const { workspaceId, stackId, jobId, environmentId, apexTestRunId } = ids
  const client = await HubClient.enter(app.current.origin, workspaceId, owner.accessToken)
  onTestFinished(() => client.socket.terminate())
  expect(client.last('pushApexTestRuns')?.apexTestRuns).toMatchObject([
    { id: apexTestRunId, stackId, jobId, status: 'Completed', testResults: null },
  ])
  const run = { workspaceId, stackId, jobId, environmentId, createdByUserId: owner.userId }
  const id = await app.current.ctx.database.asSystem((tx) =>
    insertQueuedTestRun(tx, { ...run, testRunId: '707' }),
  )
  await client.until(() => client.last('pushApexTestRuns')?.apexTestRuns[0]?.id === id)
  expect(client.last('pushApexTestRuns')?.apexTestRuns).toMatchObject([{ id, status: 'Queued' }])
})
