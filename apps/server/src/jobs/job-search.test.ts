import type { JobCommandName } from '@sluice/contract/job-command-name'
import { limits } from '@sluice/contract/limits'
import { beforeAll, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { job, jobEnvironment } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { listCurrentJobIds } from './job-store.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree
const quiet = newId()
const asSystem: (typeof app.current.ctx.database)['asSystem'] = async (body) =>
  app.current.ctx.database.asSystem(body)

const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: new Date() } as const

interface OldJob {
  readonly commandName?: JobCommandName
  readonly environmentId?: string
  readonly names?: string[]
  readonly createdByUserId?: string | null
}

async function insertJob({ commandName = 'FlowIn', environmentId, names, createdByUserId = null }: OldJob) {
  const id = newId()
  const { workspaceId, stackId } = tree.ids
  const summary = names && { changed: names.length, names, leftOut: 0, hasFailedTests: false }
  await asSystem(async (tx) => {
    const made = { id, workspaceId, stackId, commandName, commandInput: {}, createdByUserId, summary }
    await tx.insert(job).values({ ...made, ...ended })
    if (environmentId !== undefined)
      await tx.insert(jobEnvironment).values({ workspaceId, jobId: id, environmentId, role: 'None' })
  })
  return id
}

const list = async (query: Parameters<SignedIn['client']['jobs']['list']>[0]['query'] = {}) =>
  owner.client.jobs.list({ params: tree.ids, query })
const idsOf = async (query: Parameters<typeof list>[0]) => (await list(query)).jobs.map(({ id }) => id)

const made = { goodwill: '', quiet: '' }

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
  const { workspaceId, stackId } = tree.ids
  const columns = { isProduction: false, gitBranchName: 'env/quiet', slug: 'quiet', name: 'Quiet harbour' }
  await asSystem(async (tx) => tx.insert(environment).values({ id: quiet, workspaceId, stackId, ...columns }))
  made.goodwill = await insertJob({ commandName: 'FlowOut', names: ['GoodwillPolicy', 'GoodwillPolicyTest'] })
  made.quiet = await insertJob({ environmentId: quiet, createdByUserId: owner.userId })
  for (let n = 0; n < limits.pushedJobs + 5; n++) await insertJob({})
})

test('[J-034] the jobs of a stack are listed to the last one, in pages, the newest first', async () => {
  const seen: string[] = []
  let before: string | null = null
  do {
    const page = await list(before === null ? {} : { before })
    expect(page.jobs.length).toBeLessThanOrEqual(limits.listedJobs)
    expect(page.total).toBe(limits.pushedJobs + 8)
    seen.push(...page.jobs.map(({ id }) => id))
    before = page.nextBefore
  } while (before !== null)
  expect(seen).toHaveLength(limits.pushedJobs + 8)
  expect(seen).toEqual([...new Set(seen)].toSorted().toReversed())
})

test('jobs are found by what they changed, by their environment, and by type and status, all words together', async () => {
  expect(await idsOf({ text: 'goodwillpolicytest' })).toEqual([made.goodwill])
  expect(await idsOf({ text: 'flow out succeeded' })).toContain(made.goodwill)
  expect(await idsOf({ text: 'quiet flow in' })).toEqual([made.quiet])
  expect(await idsOf({ environmentId: quiet })).toEqual([made.quiet])
  expect(await idsOf({ createdByUserId: owner.userId, commandName: 'FlowIn', text: 'harbour' })).toEqual([
    made.quiet,
  ])
  expect(await idsOf({ status: 'Failed' })).toEqual([])
  expect(await idsOf({ text: '100%' })).toEqual([])
})

test('a screen begins with the latest job of each environment, however many are newer', async () => {
  const { workspaceId } = tree.ids
  const ids = await asSystem(async (tx) => listCurrentJobIds(tx, workspaceId, limits.pushedJobs))
  expect(ids).toContain(made.quiet)
  expect(ids).not.toContain(made.goodwill)
})
