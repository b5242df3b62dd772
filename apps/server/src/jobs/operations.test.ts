import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { ProgressClient } from '../hub/testing/progress-client.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { announce } from '../platform/database/announce.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { environmentLock, jobProgress } from '../platform/database/schema/job-execution.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { member } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree
const asSystem: (typeof app.current.ctx.database)['asSystem'] = async (body) =>
  app.current.ctx.database.asSystem(body)

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})

const flowIn = (include: object) => ({
  jobCommandName: 'FlowIn' as const,
  jobTemplate: { environmentFilter: { include } },
})

const deletion = (ids: string[]) => ({
  jobCommandName: 'DeleteEnvironment' as const,
  jobTemplate: { environmentFilter: { include: { ids } } },
})
const insertEnvironment = async (changes: object) => {
  const id = newId()
  const { workspaceId, stackId } = tree.ids
  const columns = { isProduction: false, gitBranchName: id, slug: id, name: id, ...changes }
  await asSystem(async (tx) => tx.insert(environment).values({ id, workspaceId, stackId, ...columns }))
  return id
}

const refusalOf = async (ids: string[]) => {
  await asSystem(async (tx) =>
    tx.update(stack).set({ isInitialized: true }).where(eq(stack.id, tree.ids.stackId)),
  )
  const refused = await problemOf(owner.client.jobs.provision({ params: tree.ids, body: deletion(ids) }))
  const deletions = await asSystem(async (tx) => tx.$count(job, eq(job.commandName, 'DeleteEnvironment')))
  expect(deletions).toBe(0)
  return refused
}

describe('jobs', () => {
  test('[J-296] are read by their id', async () => {
    expect(await owner.client.jobs.get({ params: tree.ids })).toMatchObject({
      id: tree.ids.jobId,
      commandName: 'FlowIn',
    })
    expect((await problemOf(owner.client.jobs.get({ params: { ...tree.ids, jobId: newId() } }))).status).toBe(
      404,
    )
  })

  test('are not provisioned before the stack is initialized', async () => {
    const { ids } = await createObjectTree(app.current, owner)
    const call = owner.client.jobs.provision({ params: ids, body: flowIn({ all: true }) })
    expect((await problemOf(call)).type).toBe('stackNotInitialized')
  })

  test('[J-297] are refused one by one', async () => {
    await asSystem(async (tx) =>
      tx.update(stack).set({ isInitialized: true }).where(eq(stack.id, tree.ids.stackId)),
    )
    const ids = [tree.ids.environmentId, newId()]
    const results = await owner.client.jobs.provision({ params: tree.ids, body: flowIn({ ids }) })
    expect(
      results.map(({ wasProvisioned, validationErrors }) => [wasProvisioned, validationErrors.length]),
    ).toEqual([
      [false, 1],
      [false, 1],
    ])
  })

  describe('that delete environments', () => {
    test('[S-248] are refused for the production environment, with those beside it', async () => {
      const productionId = await insertEnvironment({ isProduction: true })
      const sandboxId = await insertEnvironment({})
      expect(await refusalOf([sandboxId, productionId])).toMatchObject({
        type: 'productionEnvironmentNotDeletable',
        title: 'The production environment is a required component of the stack and cannot be deleted.',
        status: 409,
      })
    })

    test('[S-176] [S-249] are refused while an environment is locked, with those beside it', async () => {
      const lockedId = await insertEnvironment({ name: 'Locked one' })
      const freeId = await insertEnvironment({})
      const { workspaceId, jobId } = tree.ids
      await asSystem(async (tx) =>
        tx
          .insert(environmentLock)
          .values({ workspaceId, environmentId: lockedId, jobId, mode: 'Exclusive', epoch: 1 }),
      )
      expect(await refusalOf([freeId, lockedId])).toMatchObject({
        type: 'environmentLocked',
        title:
          'One or more environments could not be deleted because they were currently locked by a running job. Try again when there are no running jobs affecting these environments.',
        detail: 'Locked: Locked one.',
        status: 409,
      })
    })
  })

  test('[J-299] are asked to stop', async () => {
    const id = newId()
    const { workspaceId, stackId } = tree.ids
    const running = { commandName: 'FlowIn', commandInput: {}, status: 'Running' } as const
    await asSystem(async (tx) => tx.insert(job).values({ id, workspaceId, stackId, ...running }))
    await owner.client.jobs.cancel({ params: { ...tree.ids, jobId: id } })
    expect(await owner.client.jobs.get({ params: { ...tree.ids, jobId: id } })).toMatchObject({
      status: 'Cancelling',
      cancellationIsRequested: true,
      cancellationRequestedByUserId: owner.userId,
    })
  })
})

describe('a job that is asked to stop twice', () => {
  test('keeps who asked first and when', async () => {
    const second = await app.current.signIn()
    await tree.addMember(second.userId, 'Administrator')
    const params = { ...tree.ids, jobId: newId() }
    const running = { commandName: 'FlowIn', commandInput: {}, status: 'Running' } as const
    const { workspaceId, stackId, jobId: id } = params
    await asSystem(async (tx) => tx.insert(job).values({ id, workspaceId, stackId, ...running }))
    await owner.client.jobs.cancel({ params })
    const first = await owner.client.jobs.get({ params })
    await second.client.jobs.cancel({ params }).catch(() => undefined)
    const { cancellationRequestedByUserId, cancellationRequestedUtc } = await owner.client.jobs.get({
      params,
    })
    expect(cancellationRequestedByUserId).toBe(owner.userId)
    expect(cancellationRequestedUtc).toBe(first.cancellationRequestedUtc)
  })
})

const download = async (url: string) => fetch(`${app.current.origin}${url}`)
const urlFor = async (user: SignedIn) =>
  (await user.client.jobs.downloadArtifact({ params: tree.ids })).downloadUrl

describe('artifacts', () => {
  test('[J-300] come as downloads that never run', async () => {
    const response = await download(await urlFor(owner))
    expect(await response.text()).toBe('{"secret":true}')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': 'attachment; filename="output.json"; filename*=UTF-8\'\'output.json',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-length': '15',
    })
  })

  test('of another job of the stack are not found', async () => {
    const jobId = newId()
    const { workspaceId, stackId } = tree.ids
    const ended = { commandName: 'FlowIn', commandInput: {}, status: 'Ended', outcome: 'Succeeded' } as const
    await asSystem(async (tx) => tx.insert(job).values({ id: jobId, workspaceId, stackId, ...ended }))
    const call = owner.client.jobs.downloadArtifact({ params: { ...tree.ids, jobId } })
    expect((await problemOf(call)).status).toBe(404)
  })

  test('no changed address works', async () => {
    const url = await urlFor(owner)
    for (let at = url.lastIndexOf('.') + 1; at < url.length - 1; at++) {
      const changed = `${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`
      expect((await download(changed)).status).toBe(403)
    }
  })

  test('no address works for a member who has left', async () => {
    const guest = await app.current.signIn()
    await tree.addMember(guest.userId, 'Reader')
    const url = await urlFor(guest)
    await asSystem(async (tx) =>
      tx.update(member).set({ status: 'Removed' }).where(eq(member.userId, guest.userId)),
    )
    expect((await download(url)).status).toBe(403)
  })
})

const follow = (token: string) => new ProgressClient(app.current.origin, token)
const until = async (condition: () => boolean) => {
  await expect.poll(condition).toBe(true)
}

describe('progress', () => {
  const leaf = {
    id: '2',
    name: 'Batch 1',
    status: 'Pending' as const,
    state: null,
    itemsCompleted: null,
    itemsTotal: null,
    unit: null,
    itemsFailed: null,
    startedUtc: null,
    endedUtc: null,
    childScopes: [],
  }
  const scope = {
    ...leaf,
    id: '1',
    name: 'Retrieve',
    status: 'Executing' as const,
    state: 'Polling',
    itemsCompleted: 1,
    itemsTotal: 4,
    unit: 'batches',
    childScopes: [leaf],
  }

  test('[J-073] [J-301] [J-302] is followed as a tree of scopes until the job ends', async () => {
    const { workspaceId } = tree.ids
    const jobId = newId()
    const running = { commandName: 'FlowIn', commandInput: {}, status: 'Running' } as const
    await asSystem(async (tx) =>
      tx.insert(job).values({ id: jobId, workspaceId, stackId: tree.ids.stackId, ...running }),
    )
    const subscription = await owner.client.jobs.subscribeToProgress({ params: { ...tree.ids, jobId } })
    const seen = follow(subscription.topicSasToken)
    await asSystem(async (tx) => {
      await tx.insert(jobProgress).values({ jobId, workspaceId, version: 1, scopes: [scope] })
      await announce(tx, { workspaceId, kind: 'jobProgress', ids: [jobId] })
    })
    await until(() => seen.messages.length > 0)
    expect(seen.messages[0]).toEqual({
      subject: 'JobProgress',
      body: {
        timestampUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        rootProgressScopes: [scope],
      },
    })
    await asSystem(async (tx) => {
      await tx.update(job).set({ status: 'Ended', outcome: 'Succeeded' }).where(eq(job.id, jobId))
      await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId] })
    })
    await until(() => seen.closeCode === 1000)
  })

  test('can still be read when the job has ended, also as an earlier release wrote it', async () => {
    const { workspaceId } = tree.ids
    const jobId = newId()
    const ended = { commandName: 'FlowIn', commandInput: {}, status: 'Ended' } as const
    await asSystem(async (tx) =>
      tx.insert(job).values({ id: jobId, workspaceId, stackId: tree.ids.stackId, ...ended }),
    )
    const read = () => owner.client.jobs.getProgress({ params: { ...tree.ids, jobId } })
    expect(await read()).toBeNull()
    const { itemsFailed: _, endedUtc: __, ...earlier } = scope
    const scopes = JSON.stringify([earlier])
    await asSystem(async (tx) =>
      tx.execute(
        sql`insert into job_progress (job_id, workspace_id, version, scopes) values (${jobId}, ${workspaceId}, 1, ${scopes}::jsonb)`,
      ),
    )
    expect(await read()).toMatchObject({ rootProgressScopes: [scope] })
  })

  test('of a job that does not exist is not found', async () => {
    const params = { ...tree.ids, jobId: newId() }
    await expect(owner.client.jobs.getProgress({ params })).rejects.toMatchObject({
      problem: { status: 404 },
    })
  })

  test('is closed to an invented token', async () => {
    const seen = follow('x.y.z')
    await until(() => seen.closeCode === 4401)
    expect(seen.messages).toEqual([])
  })
})
