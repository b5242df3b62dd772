import { and, eq, isNull } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../api/app.ts'
import { TestApp } from '../api/testing/test-app.ts'
import { environment, environmentTag } from '../platform/database/schema/environments.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { session } from '../platform/database/schema/users.ts'
import { member } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'
import { runDueSchedules } from '../schedules/due-schedules.ts'
import { type FlowStack, flowWorld, password } from './testing/flow-world.ts'
import { initializedStack } from './testing/initialized-stack.ts'
import { addSandbox } from './testing/merge-stack.ts'
import { ended } from './testing/run-job.ts'
import { alpha, apexClass } from './testing/sample-metadata.ts'

const world = flowWorld()

async function startApi(): Promise<TestApp> {
  const app = await createApp(world.ctx, { defaultIncludeSpecs: '*' })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return new TestApp(world.ctx, origin, '')
}

async function productionOf({ stackId }: FlowStack): Promise<string> {
  const isProduction = and(eq(environment.stackId, stackId), eq(environment.isProduction, true))
  const [row] = await world.ctx.database.asSystem((tx) => tx.select().from(environment).where(isProduction))
  return row?.id ?? ''
}

const jobsOf = async (scheduleId: string) =>
  world.ctx.database.asSystem((tx) => tx.select().from(job).where(eq(job.createdByScheduleId, scheduleId)))

const openSessionsOf = async (userId: string) =>
  world.ctx.database.asSystem((tx) =>
    tx
      .select()
      .from(session)
      .where(and(eq(session.userId, userId), isNull(session.endedUtc))),
  )

test(
  'a nightly schedule flows in by tag as its user while nobody is signed in, and stops when that user is removed',
  { timeout: 600_000 },
  async () => {
    const { ctx } = world
    const api = await startApi()
    const stack = await initializedStack(world, [alpha.edit()])
    const { flow, clone } = stack
    const { workspaceId, stackId } = flow
    const edits = [alpha.edit()]
    const [qa, uat] = [
      await addSandbox(world, stack, { name: 'qa', edits }),
      await addSandbox(world, stack, { name: 'uat', edits }),
    ]
    const tagged = [await productionOf(flow), qa.id, uat.id]
    await addSandbox(world, stack, { name: 'dev', edits })
    const author = await api.signIn()
    const memberId = newId()
    await ctx.database.asSystem(async (tx) => {
      const isMember = { workspaceId, userId: author.userId, accessLevel: 'Contributor' } as const
      await tx.insert(member).values({ id: memberId, ...isMember })
      for (const environmentId of tagged)
        await tx.insert(environmentTag).values({ workspaceId, environmentId, name: 'flow', value: 'Nightly' })
    })

    const { id: scheduleId } = await author.client.schedules.create({
      params: { workspaceId, stackId },
      body: {
        name: 'Every night',
        jobCommandName: 'FlowIn',
        jobTemplate: {
          environmentFilter: { include: { tags: { flow: 'nightly' } } },
          mergeConflictsStrategy: 'Abort',
        },
        recurrence: '0 2 * * *',
      },
    })
    await author.client.users.logout()
    expect(await openSessionsOf(author.userId)).toEqual([])
    await flow.org.edit(apexClass('Night').edit('// made in the evening'))

    /** The worker's tick on the next night, or on the one after that. */
    const occur = async (nights: number) =>
      runDueSchedules(ctx, async () => new Date(Date.now() + nights * 86_400_000))
    await occur(1)
    const started = await jobsOf(scheduleId)
    expect(new Set(started.map(({ mainEnvironmentId }) => mainEnvironmentId))).toEqual(new Set(tagged))
    expect(started).toHaveLength(3)
    for (const { id, createdByUserId } of started) {
      expect(createdByUserId).toBe(author.userId)
      expect(await ended(ctx, flow, id)).toMatchObject({ outcome: 'Succeeded', error: null })
    }
    await clone.git('fetch', '--quiet')
    expect(await clone.git('show', `origin/main:${apexClass('Night').file}`)).toContain('made in the evening')

    const { accessToken } = await api
      .client()
      .users.login({ body: { username: flow.emailAddress, password } })
    const owner = api.client(accessToken)
    const find = async () => owner.schedules.get({ params: { workspaceId, stackId, scheduleId } })
    await owner.members.update({ params: { workspaceId, memberId }, body: { accessLevel: 'Reader' } })
    await occur(2)
    expect((await find()).problems.map(({ message }) => message)).toEqual([
      'The user that this schedule runs as may not start the job.',
      'The user that this schedule runs as may not start the job.',
      'The user that this schedule runs as may not start the job.',
    ])
    expect((await find()).isEnabled).toBe(true)

    await owner.members.remove({ params: { workspaceId, memberId } })
    await occur(3)
    expect(await find()).toMatchObject({
      isEnabled: false,
      nextOccurrenceUtc: null,
      problems: [
        {
          message: 'The user that this schedule runs as is no longer a member of the workspace.',
          details: 'The schedule was disabled. Enable it to run it as yourself.',
        },
      ],
    })
    expect(await jobsOf(scheduleId)).toHaveLength(3)
  },
)
