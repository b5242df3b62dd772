import { billing } from '@sluice/contract/billing'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { workerMinutes } from '../platform/database/schema/billing.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { workspace } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'
import { billingPeriod, usageOf } from './usage.ts'

const app = testApp({ settings: { SLUICE_LIMIT_ENVIRONMENTS: '3', SLUICE_RETENTION_DAYS: '45' } })
let owner: SignedIn
let tree: ObjectTree
beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})

const inDatabase = <T>(body: Parameters<typeof app.current.ctx.database.asSystem<T>>[0]) =>
  app.current.ctx.database.asSystem(body)
/** The body as it goes over the wire, with nothing left out by a reader. */
async function read(ids = tree.ids): Promise<unknown> {
  const path = `/workspaces/${ids.workspaceId}/billing`
  const response = await app.current.fetch(path, {}, owner.accessToken)
  expect(response.status).toBe(200)
  return response.json()
}

test('[W-316][W-206][W-207][W-208][W-209] the answer has the calendar month, the status, the retention and four counts', async () => {
  const { starts, ends } = billingPeriod(new Date())
  const nothing = { inUseQuantity: 0, entitlementQuantity: null, availableQuantity: null }
  expect(await read()).toEqual({
    currentPeriodStartsUtc: starts.toISOString(),
    currentPeriodEndsUtc: ends.toISOString(),
    subscriptionStatus: 'Active',
    dataRetentionPeriod: '45 days',
    usage: {
      Environments: { inUseQuantity: 1, entitlementQuantity: 3, availableQuantity: 2 },
      ConcurrentWorkers: nothing,
      ActiveWorkerMinutes: nothing,
      PassiveWorkerMinutes: nothing,
    },
  })
})

test('environments, jobs at work and minutes of the period are counted, those of another workspace are not', async () => {
  const { ids } = await createObjectTree(app.current, owner)
  const { workspaceId, stackId } = ids
  await inDatabase(async (tx) => {
    const names = { slug: 'uat', name: 'UAT', gitBranchName: 'env/uat', isProduction: false }
    await tx.insert(environment).values({ id: newId(), workspaceId, stackId, ...names })
    for (const status of ['Pending', 'Queued', 'Running', 'Cancelling', 'Ended'] as const)
      await tx
        .insert(job)
        .values({ id: newId(), workspaceId, stackId, commandName: 'FlowIn', commandInput: {}, status })
    const { starts } = billingPeriod(new Date())
    const before = new Date(starts.getTime() - 1)
    await tx.insert(workerMinutes).values([
      { workspaceId, periodStartsUtc: starts, active: 12, passive: 30 },
      { workspaceId, periodStartsUtc: billingPeriod(before).starts, active: 500, passive: 500 },
    ])
  })
  const { usage } = billing.parse(await read(ids))
  expect(Object.entries(usage).map(([key, { inUseQuantity }]) => [key, inUseQuantity])).toEqual([
    ['Environments', 2],
    ['ConcurrentWorkers', 3],
    ['ActiveWorkerMinutes', 12],
    ['PassiveWorkerMinutes', 30],
  ])
})

test('more than the limit leaves nothing available, and no less than nothing', () => {
  expect(usageOf(5, 3)).toEqual({ inUseQuantity: 5, entitlementQuantity: 3, availableQuantity: 0 })
})

test.for(['Active', 'Paused', 'Unpaid', 'Terminated'] as const)(
  '[W-219] the status %s is told as it is stored',
  async (subscriptionStatus) => {
    const { ids } = await createObjectTree(app.current, owner)
    await inDatabase((tx) =>
      tx.update(workspace).set({ subscriptionStatus }).where(eq(workspace.id, ids.workspaceId)),
    )
    expect(await read(ids)).toMatchObject({ subscriptionStatus })
  },
)
