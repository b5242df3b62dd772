import type { NotificationChoices } from '@sluice/contract/notification'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeInquiry, insertInquiry } from '../../inquiries/inquiry-store.ts'
import { storeChoices } from '../../notifications/choice-store.ts'
import { apexTestResult, apexTestRun } from '../../platform/database/schema/apex-test-runs.ts'
import { job, type JobOutcome } from '../../platform/database/schema/jobs.ts'
import { notificationDelivery } from '../../platform/database/schema/notifications.ts'
import { outboxMail } from '../../platform/database/schema/server.ts'
import { member, workspace } from '../../platform/database/schema/workspaces.ts'
import { newId } from '../../platform/ids.ts'
import { runDueSchedules } from '../../schedules/due-schedules.ts'
import { stopSchedulesOf } from '../../schedules/stop-schedules.ts'
import {
  addMember,
  insertSchedule,
  insertScheduleWorld,
  type ScheduleWorld,
} from '../../schedules/testing/schedule-world.ts'
import { testContext } from '../../testing/test-context.ts'
import { endJob } from '../job-end.ts'
import { dispatchNotifications } from './dispatch-notifications.ts'
import { mailNotifications } from './mail-digests.ts'
import { insertTestWebhook } from './testing/receiver.ts'

const scene = testContext()
let world: ScheduleWorld
let ownerId = ''

beforeEach(async () => {
  world = await insertScheduleWorld(scene.ctx, 2)
  ownerId = await addMember(scene.ctx, world.workspaceId, 'Administrator')
  await scene.ctx.database.asSystem((tx) =>
    tx.update(workspace).set({ ownerUserId: ownerId }).where(eq(workspace.id, world.workspaceId)),
  )
})

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const dispatch = async (inMinutes = 1) => dispatchNotifications(scene.ctx, async () => later(inMinutes))
const deliveries = async () =>
  scene.ctx.database.asSystem((tx) =>
    tx.select().from(notificationDelivery).where(eq(notificationDelivery.workspaceId, world.workspaceId)),
  )
const told = async () =>
  (await deliveries())
    .map(({ userId, message }) => [userId, message.event, message.title] as const)
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
const choose = async (userId: string, choices: NotificationChoices) =>
  scene.ctx.database.asSystem((tx) => storeChoices(tx, { workspaceId: world.workspaceId, userId }, choices))
const allOf = (scope: 'All' | 'None'): NotificationChoices => ({
  JobFailed: scope,
  JobWaitingForInput: scope,
  ScheduleProblem: scope,
  TestRunFailed: scope,
})
const insertJob = async (changes: Partial<typeof job.$inferInsert> = {}) => {
  const id = newId()
  const { workspaceId, stackId, userId } = world
  const mainEnvironmentId = world.environmentIds[1] ?? null
  await scene.ctx.database.asSystem((tx) =>
    tx.insert(job).values({
      id,
      workspaceId,
      stackId,
      createdByUserId: userId,
      mainEnvironmentId,
      commandName: 'FlowIn',
      commandInput: { environmentName: 'UAT' },
      status: 'Running',
      ...changes,
    }),
  )
  return id
}
const end = async (jobId: string, outcome: JobOutcome, message: string | null = 'The org is away.') => {
  const error = message === null ? null : { message, details: null }
  const { workspaceId } = world
  await scene.ctx.database.asSystem((tx) => endJob(scene.ctx, tx, { jobId, workspaceId, outcome, error }))
}
const insertFailedRun = async (jobId: string) => {
  const id = newId()
  const { workspaceId, stackId } = world
  const environmentId = world.environmentIds[1] ?? ''
  const counts = { methodsCompleted: 2, methodsFailed: 1 }
  const result = {
    className: 'OrderTest',
    methodName: 'adds',
    outcome: 'Fail',
    message: 'Expected 1',
  } as const
  await scene.ctx.database.asSystem(async (tx) => {
    const run = { id, workspaceId, stackId, jobId, environmentId, status: 'Completed', ...counts } as const
    await tx.insert(apexTestRun).values(run)
    await tx.insert(apexTestResult).values({ id: newId(), workspaceId, apexTestRunId: id, ...result })
  })
}
const ask = async (jobId: string) => {
  const { workspaceId } = world
  const prompt = { identityUsername: 'a@example.com', verificationUrl: 'https://a.example', userCode: 'C' }
  const inquiryId = await scene.ctx.database.asSystem((tx) =>
    insertInquiry(tx, {
      workspaceId,
      jobId,
      origin: 'sign in',
      subject: 'DeviceCodeChallenge',
      prompt,
      answerRequiredBeforeUtc: later(60),
    }),
  )
  return { workspaceId, jobId, inquiryId }
}

describe('a job that failed', () => {
  test('is told to whoever started it, to those who want all, and to the webhooks that want it, once', async () => {
    const curious = await addMember(scene.ctx, world.workspaceId, 'Reader')
    const silent = await addMember(scene.ctx, world.workspaceId, 'Reader')
    await choose(curious, allOf('All'))
    await choose(silent, allOf('None'))
    const address = 'https://93.184.216.34/a'
    const { id: webhookId } = await insertTestWebhook(scene.ctx, { ...world, address })
    await insertTestWebhook(scene.ctx, { ...world, address, events: ['ScheduleProblem'] })
    await insertTestWebhook(scene.ctx, { ...world, address, isEnabled: false })
    const jobId = await insertJob()
    await end(jobId, 'Failed')
    await dispatch()
    await dispatch()
    const title = 'Flow in UAT failed'
    const receivers = (await deliveries()).map(({ webhookId: to, userId }) => to ?? userId)
    expect(receivers).toHaveLength(3)
    expect(new Set(receivers)).toEqual(new Set([webhookId, world.userId, curious]))
    expect(new Set((await told()).map(([, , text]) => text))).toEqual(new Set([title]))
    const [first] = await deliveries()
    expect(first?.message.path).toContain(`/jobs/${jobId}`)
    expect(first?.message.text).toBe('The org is away.\nStarted by Ada Example.')
  })

  test.each([
    ['TimedOut', 'It took too long.', 'Flow in UAT timed out'],
    ['Cancelled', 'Nobody answered.', 'Flow in UAT ended without a result'],
  ] as const)('is one that ended %s by itself', async (outcome, message, title) => {
    await end(await insertJob(), outcome, message)
    await dispatch()
    expect(await told()).toEqual([[world.userId, 'JobFailed', title]])
  })

  test.each(['Succeeded', 'Cancelled'] as const)('is none that %s without an error', async (outcome) => {
    await end(await insertJob(), outcome, null)
    await dispatch()
    expect(await told()).toEqual([])
  })

  test('is told of after a short while, so that jobs of one schedule come together', async () => {
    await end(await insertJob(), 'Failed')
    await dispatch(0)
    expect(await told()).toEqual([])
  })

  test('is the business of the owner when whoever started it was removed', async () => {
    await scene.ctx.database.asSystem((tx) =>
      tx.update(member).set({ status: 'Removed' }).where(eq(member.userId, world.userId)),
    )
    await end(await insertJob(), 'Failed')
    await dispatch()
    expect((await told()).map(([userId]) => userId)).toEqual([ownerId])
  })
})

describe('a failed run of tests', () => {
  test('is told of although its job succeeded, with the tests that failed', async () => {
    const jobId = await insertJob({ commandName: 'RunApexTests' })
    await insertFailedRun(jobId)
    await end(jobId, 'Succeeded', null)
    await dispatch()
    expect((await told()).map(([userId, event]) => [userId, event])).toEqual([
      [world.userId, 'TestRunFailed'],
    ])
    const [delivery] = await deliveries()
    expect(delivery?.message).toMatchObject({ text: expect.stringContaining('OrderTest.adds: Expected 1') })
  })

  test('is told of once when its job failed with it', async () => {
    const jobId = await insertJob({ commandName: 'FlowOut' })
    await insertFailedRun(jobId)
    await end(jobId, 'Failed')
    await dispatch()
    expect(await told()).toEqual([[world.userId, 'JobFailed', 'Flow out UAT failed']])
  })
})

describe('a question', () => {
  test('is told of when nobody has answered it for five minutes', async () => {
    const jobId = await insertJob()
    await ask(jobId)
    await dispatch(4)
    expect(await told()).toEqual([])
    await dispatch(6)
    expect(await told()).toEqual([[world.userId, 'JobWaitingForInput', 'Flow in UAT is waiting for input']])
  })

  test('is not told of any more once it is answered', async () => {
    const reference = await ask(await insertJob())
    await scene.ctx.database.asSystem((tx) => closeInquiry(tx, reference, null))
    await dispatch(6)
    expect(await told()).toEqual([])
  })
})

describe('a problem of a schedule', () => {
  const title = 'The schedule Every night has a problem'

  test('is told of once as long as it stays the same', async () => {
    const nothing = { environmentFilter: { include: { tags: { none: 'such' } } } }
    const id = await insertSchedule(scene.ctx, world, {
      jobTemplate: nothing,
      nextOccurrenceUtc: new Date(),
      recurrence: '*/5 * * * *',
    })
    await runDueSchedules(scene.ctx, async () => later(1))
    await runDueSchedules(scene.ctx, async () => later(10))
    await dispatch(20)
    expect(await told()).toEqual([[world.userId, 'ScheduleProblem', title]])
    expect((await deliveries())[0]?.message.path).toContain(`/schedules/${id}`)
  })

  test('reaches the owner when the schedule stopped because its user was removed', async () => {
    await insertSchedule(scene.ctx, world)
    await scene.ctx.database.asSystem(async (tx) => {
      await tx.update(member).set({ status: 'Removed' }).where(eq(member.userId, world.userId))
      await stopSchedulesOf(tx, world)
    })
    await dispatch()
    expect(await told()).toEqual([[ownerId, 'ScheduleProblem', title]])
    expect((await deliveries())[0]?.message.text).toContain('is no longer a member of the workspace')
  })
})

const at = (minutes: number) => ({
  ...scene.ctx,
  clock: { ...scene.ctx.clock, now: () => later(minutes) },
})
const mails = async () =>
  scene.ctx.database.asSystem((tx) =>
    tx
      .select()
      .from(outboxMail)
      .where(eq(outboxMail.toAddress, `${world.userId}@example.com`)),
  )

describe('a mail', () => {
  test('holds what came together, and the next one comes ten minutes later', async () => {
    for (const outcome of ['Failed', 'TimedOut'] as const) await end(await insertJob(), outcome)
    await dispatch()
    await mailNotifications(at(0))
    await end(await insertJob(), 'Failed', 'The third one.')
    await dispatch()
    await mailNotifications(at(9))
    const [first, ...others] = await mails()
    expect(others).toEqual([])
    expect(first?.subject).toMatch(/^2 notifications from/)
    expect(first?.body).toContain('Flow in UAT failed')
    expect(first?.body).toContain('Flow in UAT timed out')
    expect(first?.body).toContain(`${scene.ctx.config.publicUrl}/workspaces/`)
    await mailNotifications(at(11))
    expect((await mails()).map(({ subject }) => subject)).toContain('Flow in UAT failed')
  })

  test('does not reach somebody who was removed since', async () => {
    await end(await insertJob(), 'Failed')
    await dispatch()
    await scene.ctx.database.asSystem((tx) =>
      tx.update(member).set({ status: 'Removed' }).where(eq(member.userId, world.userId)),
    )
    await mailNotifications(at(0))
    expect(await mails()).toEqual([])
    expect((await deliveries()).map(({ status }) => status)).toEqual(['GivenUp'])
  })
})
