import { jobSubmission } from '@sluice/contract/job-commands/job-commands'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseTime } from '../platform/database/database-time.ts'
import { environment, environmentTag } from '../platform/database/schema/environments.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { appUser } from '../platform/database/schema/users.ts'
import { member } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'
import { findStack } from '../stacks/stack-store.ts'
import { testContext } from '../testing/test-context.ts'
import { provisionJobs } from '../jobs/job-provisioning.ts'
import { viewJobs } from '../jobs/job-views.ts'
import { runDueSchedules } from './due-schedules.ts'
import { resetOccurrences } from './reset-occurrences.ts'
import {
  addMember,
  allEnvironments,
  insertSchedule,
  insertScheduleWorld,
  type ScheduleWorld,
} from './testing/schedule-world.ts'

const scene = testContext()
const asSystem: (typeof scene.ctx.database)['asSystem'] = async (body) => scene.ctx.database.asSystem(body)
let world: ScheduleWorld
let now: Date

beforeEach(async () => {
  await asSystem(async (tx) => tx.delete(schedule))
  world = await insertScheduleWorld(scene.ctx, 3)
  now = new Date('2026-11-24T02:00:10Z')
})

const insert = async (changes?: Parameters<typeof insertSchedule>[2]) =>
  insertSchedule(scene.ctx, world, changes)
const add = async (accessLevel: Parameters<typeof addMember>[2]) =>
  addMember(scene.ctx, world.workspaceId, accessLevel)
const tick = async () => runDueSchedules(scene.ctx, async () => now)
const find = async (id: string) => {
  const [row] = await asSystem((tx) => tx.select().from(schedule).where(eq(schedule.id, id)))
  if (!row) throw new Error(`There is no schedule ${id}.`)
  return row
}
const jobsOf = async (id: string) =>
  asSystem((tx) => tx.select().from(job).where(eq(job.createdByScheduleId, id)))
const endJobs = async () => asSystem((tx) => tx.update(job).set({ status: 'Ended', outcome: 'Succeeded' }))
const messages = async (id: string) => (await find(id)).problems.map(({ message }) => message)

describe('a due schedule', () => {
  test('[J-294] starts a job for each environment of its filter, shown as its own, with the user it runs as', async () => {
    const id = await insert()
    await tick()
    const rows = await jobsOf(id)
    expect(new Set(rows.map((row) => row.mainEnvironmentId))).toEqual(new Set(world.environmentIds))
    const views = await asSystem((tx) =>
      viewJobs(
        tx,
        world.workspaceId,
        rows.map((row) => row.id),
      ),
    )
    for (const view of views)
      expect(view).toMatchObject({
        createdByScheduleId: id,
        createdByScheduleOccurrenceUtc: '2026-11-24T02:00:00.000Z',
        createdByUserId: world.userId,
        commandName: 'FlowIn',
        status: 'Queued',
      })
    expect(await find(id)).toMatchObject({
      lastExecutedUtc: now,
      lastOccurrenceUtc: new Date('2026-11-24T02:00:00Z'),
      nextOccurrenceUtc: new Date('2026-11-25T02:00:00Z'),
      problems: [],
    })
  })

  test('[W-020] a job is submitted by hand, or created at each occurrence of a recurrence', async () => {
    const id = await insert({ recurrence: '@hourly' })
    const { workspaceId, stackId } = world
    const actor = { userId: world.userId, accessLevel: 'Contributor', isOwner: false } as const
    const found = await asSystem((tx) => findStack(tx, workspaceId, stackId))
    if (found === null) throw new Error('The stack was not inserted.')
    const byHand = await provisionJobs(scene.ctx, {
      stack: found,
      actor: { ...actor, isGlobalAdministrator: false },
      submission: jobSubmission.parse({ jobCommandName: 'FlowIn', jobTemplate: allEnvironments }),
    })
    expect(byHand.map(({ jobDetails }) => jobDetails?.createdByScheduleId)).toEqual([null, null, null])
    for (const hour of ['02', '03']) {
      await endJobs()
      now = new Date(`2026-11-24T${hour}:00:10Z`)
      await tick()
    }
    const hours = (await jobsOf(id)).map((row) => row.createdByScheduleOccurrenceUtc?.getUTCHours())
    expect(hours.toSorted((a = 0, b = 0) => a - b)).toEqual([2, 2, 2, 3, 3, 3])
  })

  test('resolves its filter by tags anew at each occurrence', async () => {
    const [first = '', second = '', third = ''] = world.environmentIds
    const { workspaceId } = world
    const tag = async (...ids: string[]) =>
      asSystem(async (tx) =>
        tx
          .insert(environmentTag)
          .values(ids.map((environmentId) => ({ workspaceId, environmentId, name: 'nightly', value: null }))),
      )
    await tag(first)
    const jobTemplate = { environmentFilter: { include: { tags: { nightly: null } } } }
    const id = await insert({ jobTemplate })
    await tick()
    await endJobs()
    await tag(second, third)
    now = new Date('2026-11-25T02:00:10Z')
    await tick()
    const mains = (await jobsOf(id)).map((row) => row.mainEnvironmentId)
    expect(mains).toHaveLength(4)
    expect(mains).toEqual(expect.arrayContaining([first, second, third]))
    expect(mains.filter((main) => main === first)).toHaveLength(2)
  })

  test('does not occur before its time, nor while it is disabled', async () => {
    const early = await insert({ nextOccurrenceUtc: new Date('2026-11-24T02:00:11Z') })
    const disabled = await insert({ isEnabled: false })
    await tick()
    expect([...(await jobsOf(early)), ...(await jobsOf(disabled))]).toEqual([])
  })

  test('occurs once after a downtime and then at its next time', async () => {
    const id = await insert()
    now = new Date('2026-12-24T13:37:00Z')
    await tick()
    await endJobs()
    await tick()
    expect(await jobsOf(id)).toHaveLength(3)
    expect((await find(id)).nextOccurrenceUtc).toEqual(new Date('2026-12-25T02:00:00Z'))
  })

  test('skips the environments where its last job has not ended, and says so', async () => {
    const id = await insert({ recurrence: '@hourly' })
    await tick()
    const [still, ...ended] = await jobsOf(id)
    for (const { id: jobId } of ended)
      await asSystem((tx) => tx.update(job).set({ status: 'Ended' }).where(eq(job.id, jobId)))
    now = new Date('2026-11-24T03:00:10Z')
    await tick()
    expect(await jobsOf(id)).toHaveLength(5)
    const index = world.environmentIds.indexOf(still?.mainEnvironmentId ?? '')
    expect(await messages(id)).toEqual([
      `Environment ${index} was skipped: a job of an earlier occurrence has not ended.`,
    ])
    await endJobs()
    now = new Date('2026-11-24T04:00:10Z')
    await tick()
    expect(await jobsOf(id)).toHaveLength(8)
    expect(await messages(id)).toEqual([])
  })

  test('starts neither flow merges without the flow in that they share nor that flow in without them', async () => {
    const [source = '', one = '', two = ''] = world.environmentIds
    const targetEnvironmentFilter = { include: { ids: [one, two] } }
    const jobTemplate = { sourceEnvironmentId: source, targetEnvironmentFilter }
    const id = await insert({ jobCommandName: 'FlowMerge', jobTemplate, recurrence: '@hourly' })
    await tick()
    const first = await jobsOf(id)
    expect(first.map((row) => row.commandName)).toEqual(
      expect.arrayContaining(['FlowIn', 'FlowMerge', 'FlowMerge']),
    )
    expect(first).toHaveLength(3)
    const end = async (keep: (row: typeof job.$inferSelect) => boolean) => {
      for (const row of await jobsOf(id))
        await asSystem((tx) =>
          tx
            .update(job)
            .set({ status: keep(row) ? 'Running' : 'Ended' })
            .where(eq(job.id, row.id)),
        )
    }
    await end((row) => row.commandName === 'FlowIn')
    now = new Date('2026-11-24T03:00:10Z')
    await tick()
    expect(await jobsOf(id)).toHaveLength(3)
    await end((row) => row.commandName === 'FlowMerge')
    now = new Date('2026-11-24T04:00:10Z')
    await tick()
    expect(await jobsOf(id)).toHaveLength(3)
    expect(await messages(id)).toHaveLength(2)
  })

  test('has the rights of the user it runs as, and says which are missing', async () => {
    const operator = await add('Operator')
    const [own = ''] = world.environmentIds
    await asSystem((tx) =>
      tx.update(environment).set({ createdByUserId: operator }).where(eq(environment.id, own)),
    )
    const id = await insert({ runAsUserId: operator })
    await tick()
    expect((await jobsOf(id)).map((row) => row.mainEnvironmentId)).toEqual([own])
    const refusal = {
      createdUtc: now.toISOString(),
      message: 'The user that this schedule runs as may not start the job.',
      details: 'Missing: startFlow on Environment.',
    }
    expect((await find(id)).problems).toEqual([refusal, refusal])
  })

  test.each(['Removed', 'deleted'] as const)(
    'whose user is %s starts nothing, is disabled and says why',
    async (how) => {
      const gone = await add('Administrator')
      const id = await insert({ runAsUserId: gone })
      await asSystem(async (tx) => {
        if (how === 'Removed')
          await tx.update(member).set({ status: 'Removed' }).where(eq(member.userId, gone))
        else await tx.delete(appUser).where(eq(appUser.id, gone))
      })
      await tick()
      expect(await jobsOf(id)).toEqual([])
      expect(await find(id)).toMatchObject({
        isEnabled: false,
        nextOccurrenceUtc: null,
        lastExecutedUtc: null,
      })
      expect(await messages(id)).toEqual([
        'The user that this schedule runs as is no longer a member of the workspace.',
      ])
    },
  )

  test('says when the stack is not initialized, an environment is gone or its filter matches nothing', async () => {
    const gone = { environmentFilter: { include: { ids: [newId()] } } }
    const nothing = { environmentFilter: { include: { tags: { nightly: null } } } }
    const ids = [await insert({ jobTemplate: gone }), await insert({ jobTemplate: nothing })]
    await tick()
    const [first = [], second] = await Promise.all(ids.map(messages))
    expect(first[0]).toMatch(/^There is no environment /)
    expect(second).toEqual(['No environment matches the filter.'])
    await asSystem(async (tx) =>
      tx.update(stack).set({ isInitialized: false }).where(eq(stack.id, world.stackId)),
    )
    now = new Date('2026-11-25T02:00:10Z')
    await tick()
    expect(await messages(ids[0] ?? '')).toEqual(['The stack is not initialized.'])
    expect((await find(ids[0] ?? '')).nextOccurrenceUtc).toEqual(new Date('2026-11-26T02:00:00Z'))
  })

  test('whose deletion is refused as a whole says so and goes on at its next time', async () => {
    const [production = ''] = world.environmentIds
    const jobTemplate = { environmentFilter: { include: { ids: [production] } } }
    const id = await insert({ jobCommandName: 'DeleteEnvironment', jobTemplate })
    const other = await insert()
    await tick()
    expect(await messages(id)).toEqual([
      'The production environment is a required component of the stack and cannot be deleted.',
    ])
    expect((await find(id)).nextOccurrenceUtc).toEqual(new Date('2026-11-25T02:00:00Z'))
    expect(await jobsOf(other)).toHaveLength(3)
  })

  test('of which another server decides is left to that server', async () => {
    const id = await insert()
    const other = await insert()
    await asSystem(async (tx) => {
      await tx.select().from(schedule).where(eq(schedule.id, id)).for('update')
      await tick()
    })
    expect(await jobsOf(id)).toEqual([])
    expect(await jobsOf(other)).toHaveLength(3)
    await tick()
    expect(await jobsOf(id)).toHaveLength(3)
  })

  test('follows the time of the database', async () => {
    const time = await asSystem(databaseTime)
    const due = await insert({ nextOccurrenceUtc: new Date(time.getTime() - 1000) })
    const later = await insert({ nextOccurrenceUtc: new Date(time.getTime() + 60_000) })
    await runDueSchedules({ ...scene.ctx, clock: { ...scene.ctx.clock, now: () => new Date(0) } })
    expect(await jobsOf(due)).toHaveLength(3)
    expect(await jobsOf(later)).toEqual([])
  })
})

test('after a clock that ran far ahead a schedule gets its usual next occurrence, and none a second time', async () => {
  const id = await insert({ recurrence: '@hourly' })
  const real = now
  now = new Date('2027-11-24T02:00:10Z')
  await tick()
  await endJobs()
  now = real
  expect((await find(id)).nextOccurrenceUtc).toEqual(new Date('2027-11-24T03:00:00Z'))
  await resetOccurrences(scene.ctx, async () => now)
  expect((await find(id)).nextOccurrenceUtc).toEqual(new Date('2026-11-24T03:00:00Z'))
  await tick()
  expect(await jobsOf(id)).toHaveLength(3)
})
