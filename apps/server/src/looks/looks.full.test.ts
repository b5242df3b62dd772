import { and, eq, inArray } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { countRequests } from '../api/testing/count-requests.ts'
import type { Context } from '../context.ts'
import { noteWatch, saveDifference } from '../differences/difference-store.ts'
import { viewDifferences } from '../differences/difference-views.ts'
import { salesforceOrgInfo } from '../platform/database/schema/environment-state.ts'
import { environmentDifference, stackWatch } from '../platform/database/schema/differences.ts'
import { insertStack, until } from '../testing/test-jobs.ts'
import { flowWorld } from '../commands/testing/flow-world.ts'
import { type InitializedStack, initializedStack } from '../commands/testing/initialized-stack.ts'
import { askAndLook, difference, keptDifference, linesOf, lookIfDue } from '../commands/testing/look.ts'
import { alpha, beta } from '../commands/testing/sample-metadata.ts'
import { lookOnce } from './claimed-look.ts'
import { findDueOrgs } from './due-orgs.ts'
import { startLooker } from './looker.ts'

const world = flowWorld()
let stack: InitializedStack
beforeAll(async () => {
  stack = await initializedStack(world, [alpha.edit(), beta.edit()])
})

const owner = () => difference(world.ctx, stack.flow)
const set = async (found: Parameters<typeof saveDifference>[2], { ctx } = world) => {
  const of = await owner()
  await ctx.database.inWorkspace(of.workspaceId, null, (tx) => saveDifference(tx, of, found))
}
const watch = async (watchedUtc: Date) => {
  const { workspaceId, stackId } = await owner()
  await world.ctx.database.asSystem((tx) => tx.delete(stackWatch).where(eq(stackWatch.stackId, stackId)))
  await world.ctx.database.inWorkspace(workspaceId, null, (tx) =>
    noteWatch(tx, { workspaceId, stackId }, watchedUtc),
  )
}
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
const isDue = async (ctx: Context = world.ctx) =>
  (await findDueOrgs(ctx, (await owner()).environmentId)).length === 1
const withLooks = (orgLook: Partial<Context['config']['orgLook']>): Context => ({
  ...world.ctx,
  config: { ...world.ctx.config, orgLook: { ...world.ctx.config.orgLook, ...orgLook } },
})
const quiet = { orgAskedUtc: null, orgBegunUtc: null, callsDay: null, calls: 0 }

test.each([
  { method: 'list', watchedAgo: 10, endedAgo: 890, due: false },
  { method: 'list', watchedAgo: 10, endedAgo: 910, due: true },
  { method: 'changeLog', watchedAgo: 10, endedAgo: 50, due: false },
  { method: 'changeLog', watchedAgo: 10, endedAgo: 70, due: true },
  { method: 'changeLog', watchedAgo: 130, endedAgo: 3_500, due: false },
  { method: 'list', watchedAgo: 130, endedAgo: 3_700, due: true },
] as const)('$method, watched $watchedAgo s and looked at $endedAgo s ago: due is $due', async (one) => {
  await watch(ago(one.watchedAgo))
  await set({ ...quiet, orgMethod: one.method, orgEndedUtc: ago(one.endedAgo) })
  expect(await isDue()).toBe(one.due)
})

test('an org is due when somebody asks, after a flow, and when a process died while it looked', async () => {
  const fresh = { ...quiet, orgMethod: 'list', orgEndedUtc: new Date() } as const
  await set(fresh)
  expect(await isDue()).toBe(false)
  await set({ orgAskedUtc: new Date() })
  expect(await isDue()).toBe(true)
  await set({ ...fresh, orgEndedUtc: null })
  expect(await isDue()).toBe(true)
  await set({ ...fresh, orgBegunUtc: ago(1) })
  expect(await isDue()).toBe(true)
  expect(await lookIfDue(world.ctx, stack.flow)).toBe(true)
  expect((await keptDifference(world.ctx, stack.flow)).row).toMatchObject({
    orgBegunUtc: null,
    orgState: 'ready',
  })
})

test('calls beyond those of the day are not made, which it says, until somebody asks', async () => {
  await set({ ...quiet, orgEndedUtc: null })
  const few = withLooks({ callsPerDay: 3 })
  const requests = countRequests((path) => path.startsWith('/services'))
  await stack.flow.org.edit(alpha.edit('// after the calls were used up'))
  await lookIfDue(few, stack.flow)
  const spent = (await keptDifference(few, stack.flow)).row
  expect(spent).toMatchObject({ orgState: 'budgetSpent', calls: 3 })
  expect(spent.orgReason).toMatch(/^The 3 calls .* are used up\. "Check now" looks all the same\.$/)
  expect(requests.count).toBe(3)
  await set({ orgEndedUtc: null })
  await lookIfDue(few, stack.flow)
  expect(requests.count).toBe(3)
  const asked = await askAndLook(few, stack.flow)
  expect(asked.row).toMatchObject({ orgState: 'ready', orgReason: null })
  expect(asked.row.calls).toBe(requests.count)
  expect(linesOf(asked).filter((line) => line.includes('Alpha'))).toHaveLength(1)
  expect(await isDue(withLooks({ callsPerDay: 0 }))).toBe(false)
})

test('of many processes one looks at an org at a time', async () => {
  await set({ ...quiet, orgEndedUtc: null })
  const [due] = await findDueOrgs(world.ctx, (await owner()).environmentId)
  if (due === undefined) throw new Error('The org is not due.')
  const before = (await keptDifference(world.ctx, stack.flow)).row.calls
  const requests = countRequests((path) => path.startsWith('/services'))
  const { signal } = new AbortController()
  await Promise.all(Array.from({ length: 4 }, () => lookOnce(world.ctx, due, signal)))
  const { row } = await keptDifference(world.ctx, stack.flow)
  expect(row.calls - before).toBe(requests.count)
  const once = requests.count
  await set({ orgEndedUtc: null })
  await lookIfDue(world.ctx, stack.flow)
  expect(requests.count).toBe(once * 2)
})

test('ten people who look at a stack cause as many calls as one, and a push shows without any', async () => {
  const ctx = withLooks({ productionSeconds: 3_600 })
  await set({ ...quiet, orgEndedUtc: null })
  const requests = countRequests((path) => path.startsWith('/services'))
  const looker = await startLooker(ctx)
  try {
    const isReady = async () => {
      const { row } = await keptDifference(ctx, stack.flow)
      return row.orgEndedUtc !== null && row.orgBegunUtc === null
    }
    await until(isReady)
    const once = requests.count
    for (let person = 0; person < 10; person++) await watch(new Date())
    await stack.clone.push({ [beta.file]: beta.body('// pushed while ten people look') })
    await until(async () =>
      linesOf(await keptDifference(ctx, stack.flow)).some((line) => line.includes('Beta')),
    )
    await pause(2_500)
    expect(requests.count).toBe(once)
  } finally {
    await looker.stop()
  }
})

test('more stacks than the database has connections are looked at one after the other', async () => {
  const { ctx } = world
  const stacks = await Promise.all(
    Array.from({ length: 2 * ctx.config.database.poolSize }, () => insertStack(ctx)),
  )
  const ids = stacks.map(({ stackId }) => stackId)
  const looker = await startLooker(withLooks({ callsPerDay: 0 }))
  try {
    const of = inArray(environmentDifference.stackId, ids)
    const failed = () =>
      ctx.database.asSystem((tx) =>
        tx.$count(environmentDifference, and(of, eq(environmentDifference.branchState, 'failed'))),
      )
    await until(async () => (await failed()) === ids.length)
    expect(await failed()).toBe(ids.length)
  } finally {
    await looker.stop()
  }
})

test('another org than the one of the environment is refused, and stays unknown', async () => {
  const { flow } = await initializedStack(world, [alpha.edit()])
  await askAndLook(world.ctx, flow)
  const { environmentId } = await difference(world.ctx, flow)
  const known = { orgId: '00D000000000001AAA', lastFetchedUtc: new Date(0) }
  const of = eq(salesforceOrgInfo.environmentId, environmentId)
  await world.ctx.database.asSystem((tx) => tx.update(salesforceOrgInfo).set(known).where(of))
  const { row } = await askAndLook(world.ctx, flow)
  expect(row).toMatchObject({
    orgState: 'failed',
    orgReason: 'The Salesforce org is not the one that this environment was connected to.',
  })
  const kept = await world.ctx.database.asSystem((tx) => tx.select().from(salesforceOrgInfo).where(of))
  expect(kept).toMatchObject([{ orgId: known.orgId }])
})

test('a look that cannot sign in says why, and keeps what was found before', async () => {
  const { flow } = await initializedStack(world, [alpha.edit()])
  await flow.org.edit(alpha.edit('// edited'))
  const before = linesOf(await askAndLook(world.ctx, flow))
  expect(before).toHaveLength(1)
  await flow.org.admin('DELETE', `sessions?org=${flow.org.id}&refreshTokens=true`)
  const after = await askAndLook(world.ctx, flow)
  expect(after.row.orgState).toBe('failed')
  expect(after.row.orgReason).toMatch(/authorization|Connect/)
  expect(linesOf(after)).toEqual(before)
})

test('a workspace sees its own differences only', async () => {
  const other = await world.connect()
  const { environmentId } = await owner()
  const seen = await world.ctx.database.inWorkspace(other.workspaceId, null, async (tx) => ({
    rows: await tx.select().from(environmentDifference),
    view: await viewDifferences(tx, other.workspaceId, [environmentId]),
  }))
  expect(seen).toEqual({ rows: [], view: [] })
})
