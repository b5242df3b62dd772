import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { HubClient } from '../hub/testing/hub-client.ts'
import { auditEvent } from '../platform/database/schema/audit.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { outsideOf, scriptedCommands } from '../testing/scripted-command.ts'
import { killSpawnedWorkers, spawnWorker } from '../testing/spawn-worker.ts'
import { findJob, submitJob, until, untilEnded } from '../testing/test-jobs.ts'
import { endJob } from '../worker/job-end.ts'
import { type Worker, startWorker } from '../worker/worker.ts'
import {
  type Asked,
  component,
  confirmation,
  identityOf,
  mergeConflict,
  stays,
} from './testing/sample-questions.ts'

const app = testApp({ settings: { SLUICE_LEASE_SECONDS: '3' } })
let owner: SignedIn
let tree: ObjectTree
let worker: Worker | undefined

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})
afterEach(async () => {
  await killSpawnedWorkers()
  await worker?.stop()
  worker = undefined
})

const asSystem: (typeof app.current.ctx.database)['asSystem'] = async (body) =>
  app.current.ctx.database.asSystem(body)
const startHere = async () => {
  worker = await startWorker(app.current.ctx, scriptedCommands)
}

/** A running job that no worker has, with an open inquiry. */
async function openInquiry(asked: Asked = mergeConflict) {
  const { workspaceId, stackId } = tree.ids
  const [jobId, inquiryId] = [newId(), newId()]
  await asSystem(async (tx) => {
    const running = { commandName: 'FlowOut', commandInput: {}, status: 'Running' } as const
    await tx.insert(job).values({ id: jobId, workspaceId, stackId, ...running })
    await tx.insert(inquiry).values({ id: inquiryId, workspaceId, jobId, origin: 'confirm', ...asked })
  })
  return { ...tree.ids, jobId, inquiryId }
}

type Params = Awaited<ReturnType<typeof openInquiry>>
const answers = (params: Params, body: object, who = owner) => who.client.inquiries.answer({ params, body })
const refusalOf = async (asked: Params, body: object) => {
  const { status, type, detail } = await problemOf(answers(asked, body))
  return { status, type, detail }
}
const tooLate = (detail: string) => ({ status: 409, type: 'entityConflict', detail })
const read = (params: Params) => owner.client.inquiries.get({ params })

/** A job of the scripted command that waits for an answer, and its inquiry. */
async function waitingJob(): Promise<Params> {
  const { workspaceId, stackId } = tree.ids
  const owned = { workspaceId, stackId, environmentIds: [] }
  const jobId = await submitJob(app.current.ctx, owned, { commandInput: { ask: true } })
  await until(async () => (await findJob(app.current.ctx, jobId)).waitingTopic !== null)
  const [asked] = await asSystem((tx) => tx.select().from(inquiry).where(eq(inquiry.jobId, jobId)))
  return { ...tree.ids, jobId, inquiryId: asked?.id ?? '' }
}

const outputOf = async ({ jobId }: Params) => {
  const { id = '' } = (await owner.client.jobs.get({ params: { ...tree.ids, jobId } })).artifacts[0] ?? {}
  const params = { ...tree.ids, jobId, artifactId: id }
  const { downloadUrl } = await owner.client.jobs.downloadArtifact({ params })
  return (await fetch(`${app.current.origin}${downloadUrl}`)).json() as Promise<unknown>
}

describe('a job that asks', () => {
  test('[J-003] [J-293] [J-344] [W-344] waits for the answer of a member, is shown as waiting meanwhile, and goes on with the answer', async () => {
    await startHere()
    const hub = await HubClient.enter(app.current.origin, tree.ids.workspaceId, owner.accessToken)
    const asked = await waitingJob()
    const { jobId, inquiryId } = asked
    await hub.until(() => hub.last('pushInquiries')?.inquiries[0]?.id === inquiryId)
    expect(hub.last('pushInquiries')?.inquiries).toMatchObject([
      { status: 'Pending', subject: 'MergeConflict', prompt: { conflictId: jobId }, answer: null },
    ])
    await hub.until(() => hub.last('pushJobs')?.jobs[0]?.hasPendingInquiries === true)
    await answers(asked, { continue: true })
    await hub.until(() => hub.last('pushInquiries')?.inquiries[0]?.status === 'Answered')
    await hub.until(() => hub.last('pushJobs')?.jobs[0]?.hasPendingInquiries === false)
    hub.socket.terminate()
    await untilEnded(app.current.ctx, jobId)
    expect(await outputOf(asked)).toMatchObject({ answer: { continue: true } })
    expect(await read(asked)).toMatchObject({ status: 'Answered', answeredByUserId: owner.userId })
    const audited = await asSystem((tx) =>
      tx.select().from(auditEvent).where(eq(auditEvent.subjectId, inquiryId)),
    )
    expect(audited).toMatchObject([{ action: 'inquiry.answered', actorUserId: owner.userId }])
  })

  test('has asked once, and gets the answer that came while no worker lived', async () => {
    const victim = await spawnWorker(app.current.ctx)
    const asked = await waitingJob()
    victim.kill('SIGKILL')
    await victim.exited
    await answers(asked, { continue: false })
    await startHere()
    await untilEnded(app.current.ctx, asked.jobId)
    expect(await outputOf(asked)).toMatchObject({ answer: { continue: false } })
    expect(outsideOf(app.current.ctx.folders.root).count(`deploy ${asked.jobId}`)).toBe(1)
    const asking = await asSystem((tx) => tx.$count(inquiry, eq(inquiry.jobId, asked.jobId)))
    expect(asking).toBe(1)
  })

  test('has asked once, and goes on waiting under the next worker', async () => {
    const victim = await spawnWorker(app.current.ctx)
    const asked = await waitingJob()
    victim.kill('SIGKILL')
    await victim.exited
    await startHere()
    await until(async () => (await findJob(app.current.ctx, asked.jobId)).epoch === 2)
    await answers(asked, { continue: true })
    await untilEnded(app.current.ctx, asked.jobId)
    expect(await outputOf(asked)).toMatchObject({ answer: { continue: true } })
    expect(await asSystem((tx) => tx.$count(inquiry, eq(inquiry.jobId, asked.jobId)))).toBe(1)
  })
})

describe('an inquiry', () => {
  test('[J-303] is read with its prompt by its address, and not by that of another job', async () => {
    const asked = await openInquiry()
    expect(await read(asked)).toMatchObject({
      id: asked.inquiryId,
      jobId: asked.jobId,
      prompt: mergeConflict.prompt,
    })
    const other = await openInquiry()
    const { status, type } = await problemOf(read({ ...asked, jobId: other.jobId }))
    expect({ status, type }).toEqual({ status: 404, type: 'entityNotFound' })
  })

  test('that is answered shows so on its job at once, although no worker has the job', async () => {
    const asked = await openInquiry()
    const hub = await HubClient.enter(app.current.origin, tree.ids.workspaceId, owner.accessToken)
    await answers(asked, { continue: true })
    const pushed = () => hub.last('pushJobs')?.jobs.find(({ id }) => id === asked.jobId)
    await hub.until(() => pushed()?.hasPendingInquiries === false)
    hub.socket.terminate()
    expect(pushed()).toMatchObject({ status: 'Running', hasPendingInquiries: false })
  })

  test('[J-214][J-215][J-250][J-251] has its fields for each subject, is pending, then answered, and abandoned when its job ends first', async () => {
    const identityUsername = 'ada@example.com'
    const prompt = { identityUsername, verificationUrl: 'https://example.com', userCode: 'C' }
    const subjects: [Asked, object][] = [
      [confirmation(['Old']), { continue: true, excludedComponents: [] }],
      [mergeConflict, { continue: true }],
      [
        { subject: 'DeviceCodeChallenge', prompt },
        { abort: false, wasSuccessful: true },
      ],
    ]
    for (const [asked, given] of subjects) {
      const params = await openInquiry(asked)
      const pending = {
        id: params.inquiryId,
        workspaceId: tree.ids.workspaceId,
        jobId: params.jobId,
        createdUtc: expect.any(String),
        subject: asked.subject,
        prompt: asked.prompt,
        status: 'Pending',
        answerRequiredBeforeUtc: null,
        answer: null,
        answeredUtc: null,
        answeredByUserId: null,
      }
      expect(await read(params)).toEqual(pending)
      await answers(params, given)
      const answered = { status: 'Answered', answer: given, answeredUtc: expect.any(String) }
      expect(await read(params)).toEqual({ ...pending, ...answered, answeredByUserId: owner.userId })
    }
    const abandoned = await openInquiry()
    await app.current.ctx.database.inWorkspace(tree.ids.workspaceId, null, (tx) =>
      endJob(app.current.ctx, tx, { ...abandoned, outcome: 'Failed', error: null }),
    )
    expect(await read(abandoned)).toMatchObject({ status: 'Abandoned', answer: null })
  })

  test('with a long prompt is pushed without it', async () => {
    const { workspaceId } = tree.ids
    const long = await openInquiry(confirmation(Array.from({ length: 200 }, (_, n) => `Class${n}`)))
    const short = await openInquiry(confirmation(['Alone']))
    const hub = await HubClient.enter(app.current.origin, workspaceId, owner.accessToken)
    const pushed = new Map(hub.last('pushInquiries')?.inquiries.map((one) => [one.id, one.prompt]))
    hub.socket.terminate()
    expect(pushed.get(long.inquiryId)).toBeNull()
    expect(pushed.get(short.inquiryId)).not.toBeNull()
    expect((await read(long)).prompt).not.toBeNull()
  })

  test('[J-305] has one answer, however many members answer at the same moment', async () => {
    const other = await app.current.signIn()
    await tree.addMember(other.userId, 'Administrator')
    for (let round = 0; round < 5; round++) {
      const asked = await openInquiry()
      const members = [owner, other, other, owner]
      const given = members.map((who, index) => answers(asked, { continue: index % 2 === 0 }, who))
      const accepted = (await Promise.allSettled(given)).map(({ status }) => status === 'fulfilled')
      expect(accepted.filter(Boolean)).toHaveLength(1)
      const winner = accepted.indexOf(true)
      expect(await read(asked)).toMatchObject({
        answer: { continue: winner % 2 === 0 },
        answeredByUserId: members[winner]?.userId,
      })
    }
  })

  test('is either answered or abandoned when a member answers while another cancels the job', async () => {
    for (let round = 0; round < 5; round++) {
      const asked = await openInquiry()
      const answered = answers(asked, { continue: true }).then(
        () => ({ continue: true }),
        () => null,
      )
      await owner.client.jobs.cancel({ params: asked })
      expect((await read(asked)).answer).toEqual(await answered)
    }
  })

  test('takes no answer a second time, after a cancellation, or when its time is over', async () => {
    const again = await openInquiry()
    await answers(again, { continue: true })
    expect(await refusalOf(again, { continue: false })).toEqual(
      tooLate('Somebody has already answered this question.'),
    )
    const cancelled = await openInquiry()
    await owner.client.jobs.cancel({ params: cancelled })
    expect(await refusalOf(cancelled, { continue: true })).toEqual(
      tooLate('The job no longer waits for an answer.'),
    )
    const late = await openInquiry()
    await asSystem((tx) =>
      tx
        .update(inquiry)
        .set({ answerRequiredBeforeUtc: new Date(Date.now() - 1) })
        .where(eq(inquiry.id, late.inquiryId)),
    )
    expect(await refusalOf(late, { continue: true })).toEqual(
      tooLate('The time to answer this question is over.'),
    )
    expect([(await read(cancelled)).answer, (await read(late)).answer]).toEqual([null, null])
  })

  test('[J-216] of a flow out takes what to leave out, and nothing that would not be deployed', async () => {
    const asked = await openInquiry(confirmation(['Old']))
    const old = identityOf(component('Old', true))
    for (const excluded of [identityOf(stays), { ...old, componentName: 'Other' }])
      expect(await refusalOf(asked, { continue: true, excludedComponents: [excluded] })).toMatchObject({
        status: 400,
        type: 'validationFailed',
      })
    await answers(asked, { continue: true, excludedComponents: [old] })
    expect((await read(asked)).answer).toEqual({ continue: true, excludedComponents: [old] })
  })

  test('of 20,000 components takes all of them to leave out', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `ClassWithAnOrdinaryName${index}`)
    const asked = await openInquiry(confirmation(names))
    const excludedComponents = names.map((name) => identityOf(component(name, true)))
    await answers(asked, { continue: true, excludedComponents })
    expect(await read(asked)).toMatchObject({ status: 'Answered', answer: { excludedComponents } })
  })

  test('takes no answer to another kind of question', async () => {
    const prompt = {
      identityUsername: 'ada@example.com',
      verificationUrl: 'https://example.com',
      userCode: 'C',
    }
    const asked = await openInquiry({ subject: 'DeviceCodeChallenge', prompt })
    expect(await refusalOf(asked, { continue: true })).toMatchObject({ status: 400 })
    await answers(asked, { abort: true, wasSuccessful: false })
    expect((await read(asked)).answer).toEqual({ abort: true, wasSuccessful: false })
  })
})
